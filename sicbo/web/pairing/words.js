// @ts-check
/** The texts of pairing a device. */

import { addTexts } from "../staff/rows.js";

addTexts({
  "pair.title": ["Pair this device", "配对此设备", "配對此設備", "Ghép nối thiết bị này"],
  "pair.name": ["Name of the device", "设备名称", "設備名稱", "Tên thiết bị"],
  "pair.role": ["What it is", "设备类型", "設備類型", "Loại thiết bị"],
  "pair.terminal": ["Terminal of a player", "玩家终端", "玩家終端", "Máy của người chơi"],
  "pair.display": ["Display on the wall", "墙上显示屏", "牆上顯示屏", "Màn hình treo tường"],
  "pair.ask": ["Show a code", "显示代码", "顯示代碼", "Hiện mã"],
  "pair.show": [
    "Read this code to the pit desk.",
    "请将此代码告知区域管理台。",
    "請將此代碼告知區域管理檯。",
    "Đọc mã này cho bàn quản lý khu.",
  ],
  "pair.over": [
    "The code was not approved in time: ask for a new code.",
    "未及时获批：请重新获取代码。",
    "未及時獲批：請重新取得代碼。",
    "Không ai duyệt kịp: hãy lấy mã mới.",
  ],
});

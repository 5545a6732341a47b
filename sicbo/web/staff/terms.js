// @ts-check
/** The terms that all staff screens share: steps, grounds, faults, ranks, phases, sides. */

import { hasText, say } from "../shared/words.js";
import { addTexts } from "./rows.js";

/** The kinds of fault that staff report. */
export const FAULTS = ["lights-dark", "lights-wrong", "display-wrong", "equipment", "tumbler", "dice", "power", "terminals"];

addTexts({
  "step.place-bets": ["Place your bets", "请下注", "請下注", "Mời đặt cược"],
  "step.cover": ["Cover", "盖上骰盅", "蓋上骰盅", "Đậy lồng xóc"],
  "step.spin": ["Spin the dice", "摇骰", "搖骰", "Xóc xúc xắc"],
  "step.close": ["No more bets", "停止下注", "停止下注", "Ngừng đặt cược"],
  "step.press-close": ["Press the button", "按停止下注键", "按停止下注鍵", "Bấm nút ngừng cược"],
  "step.uncover": ["Uncover", "揭开骰盅", "揭開骰盅", "Mở lồng xóc"],
  "step.call": ["Call the result", "报出点数", "報出點數", "Xướng kết quả"],
  "step.enter": ["Enter the result", "输入结果", "輸入結果", "Nhập kết quả"],
  "step.light": ["Light the areas", "亮起中奖区", "亮起中獎區", "Bật sáng ô thắng"],
  "step.collect": ["Collect", "收取输注", "收取輸注", "Thu cược thua"],
  "step.pay": ["Pay", "派彩", "派彩", "Trả thưởng"],
  "ground.not-flat": ["A die does not lie flat", "骰子未平放", "骰子未平放", "Xúc xắc không nằm phẳng"],
  "ground.tumbler-fault": ["The tumbler did not work properly", "骰盅运作不正常", "骰盅運作不正常", "Lồng xóc hoạt động sai"],
  "ground.exposed-early": ["The dice were seen before the close", "截止前骰子已露出", "截止前骰子已露出", "Xúc xắc lộ ra trước khi ngừng cược"],
  "ground.too-few-tumbles": ["Too few tumbles", "摇骰次数不足", "搖骰次數不足", "Xóc không đủ số lần"],
  "ground.not-activated": ["The tumbler was not started by the rules", "骰盅未按规则启动", "骰盅未按規則啟動", "Lồng xóc không được khởi động đúng luật"],
  "ground.button-not-pressed": ["The no-more-bets button was not pressed", "未按停止下注键", "未按停止下注鍵", "Chưa bấm nút ngừng cược"],
  "ground.dice-broken": ["A die broke", "骰子破裂", "骰子破裂", "Xúc xắc bị vỡ"],
  "ground.dice-damaged": ["Dice were found damaged", "发现骰子损坏", "發現骰子損壞", "Phát hiện xúc xắc hư hỏng"],
  "ground.tumbler-broken": ["The tumbler broke", "骰盅损坏", "骰盅損壞", "Lồng xóc bị hỏng"],
  "ground.equipment": ["Equipment affected the result", "设备影响了结果", "設備影響了結果", "Thiết bị ảnh hưởng đến kết quả"],
  "ground.disruption": ["The game was disrupted", "游戏受到干扰", "遊戲受到干擾", "Ván chơi bị gián đoạn"],
  "ground.fraud": ["A fraud on the game", "有人舞弊", "有人舞弊", "Có gian lận"],
  "ground.impractical": ["The round cannot go on", "本局无法继续", "本局無法繼續", "Ván không thể tiếp tục"],
  "ground.interrupted": ["An interruption left no outcome", "技术中断，没有结果", "技術中斷，沒有結果", "Gián đoạn kỹ thuật, không có kết quả"],
  "fault.lights-dark": ["Winning areas stay dark", "中奖区不亮", "中獎區不亮", "Ô thắng không sáng"],
  "fault.lights-wrong": ["Wrong areas are lit", "亮灯错误", "亮燈錯誤", "Sáng sai ô"],
  "fault.display-wrong": ["The display is wrong", "显示屏有误", "顯示屏有誤", "Bảng hiển thị sai"],
  "fault.equipment": ["Equipment", "设备", "設備", "Thiết bị"],
  "fault.tumbler": ["Tumbler", "骰盅", "骰盅", "Lồng xóc"],
  "fault.dice": ["Dice", "骰子", "骰子", "Xúc xắc"],
  "fault.power": ["Power", "电源", "電源", "Nguồn điện"],
  "fault.terminals": ["Terminals", "投注终端", "投注終端", "Máy đặt cược"],
  "whom.manager": ["manager", "经理", "經理", "quản lý"],
  "whom.inspector": ["inspector", "督察", "督察", "thanh tra"],
  "whom.surveillance": ["surveillance", "监控", "監控", "giám sát"],
  "rank.dealer": ["dealer", "荷官", "荷官", "người chia"],
  "rank.supervisor": ["supervisor", "主管", "主管", "giám sát bàn"],
  "rank.manager": ["manager", "经理", "經理", "quản lý"],
  "rank.senior-manager": ["senior manager", "高级经理", "高級經理", "quản lý cấp cao"],
  "rank.inspector": ["inspector", "督察", "督察", "thanh tra"],
  "state.shut": ["Shut", "未开台", "未開檯", "Đóng bàn"],
  "state.waiting": ["Between rounds", "等待下一局", "等待下一局", "Giữa hai ván"],
  "state.shaking": ["Dice in the tumbler", "摇骰中", "搖骰中", "Đang xóc"],
  "state.betting": ["Bets are open", "接受下注", "接受下注", "Đang nhận cược"],
  "state.no-more-bets": ["No more bets", "停止下注", "停止下注", "Ngừng đặt cược"],
  "state.settling": ["Settling", "结算中", "結算中", "Đang trả thưởng"],
  "state.void-due": ["Only void is left", "本局须作废", "本局須作廢", "Ván phải hủy"],
  "state.stopped": ["Stopped by a fault", "故障停台", "故障停檯", "Dừng vì sự cố"],
  "side.small": ["Small", "小", "小", "Xỉu"],
  "side.big": ["Big", "大", "大", "Tài"],
  "side.odd": ["Odd", "单", "單", "Lẻ"],
  "side.even": ["Even", "双", "雙", "Chẵn"],
  "side.triple": ["Triple", "围骰", "圍骰", "Bộ ba"],
  "letter.small": ["S", "小", "小", "X"],
  "letter.big": ["B", "大", "大", "T"],
  "letter.odd": ["O", "单", "單", "L"],
  "letter.even": ["E", "双", "雙", "C"],
  "letter.triple": ["3", "围", "圍", "3"],
  "subject.limits": ["Limits change", "更改限额", "更改限額", "Đổi hạn mức"],
  "subject.table": ["Table closes", "关台", "關檯", "Đóng bàn"],
  "subject.super-streak": ["Super Streak closes", "超级连开关闭", "超級連開關閉", "Đóng Siêu chuỗi"],
  "staff.clause": ["clause {clause}", "条款 {clause}", "條款 {clause}", "điều {clause}"],
  "staff.total": ["Total {n}", "总和 {n}", "總和 {n}", "Tổng {n}"],
  "staff.round": ["Round {n}", "第 {n} 局", "第 {n} 局", "Ván {n}"],
  "staff.table": ["Table {table}", "{table} 台", "{table} 檯", "Bàn {table}"],
  "staff.void": ["No spin", "本局作废", "本局作廢", "Ván không hợp lệ"],
  "staff.corrected": ["corrected", "已更正", "已更正", "đã đính chính"],
  "staff.min": ["Min {n}", "最低 {n}", "最低 {n}", "Tối thiểu {n}"],
  "staff.max": ["Max {n}", "最高 {n}", "最高 {n}", "Tối đa {n}"],
  "staff.lost": ["Connection lost: this may be old", "连接中断：内容可能已过时", "連線中斷：內容可能已過時", "Mất kết nối: nội dung có thể đã cũ"],
  "staff.live": ["Live", "实时", "即時", "Trực tiếp"],
  "staff.opening": ["Connecting…", "连接中…", "連線中…", "Đang kết nối…"],
  "staff.nothing": ["None", "无", "無", "Không có"],
  "staff.cancel": ["Cancel", "取消", "取消", "Hủy bỏ"],
  "staff.earliest": ["Earliest {time}", "最早 {time}", "最早 {time}", "Sớm nhất {time}"],
  "staff.spins-left": ["after {n} more spins", "再过 {n} 局后", "再過 {n} 局後", "sau {n} ván nữa"],
  "staff.limits-will": ["From {when}: {minimum} to {maximum}", "{when} 起：{minimum} 至 {maximum}", "{when} 起：{minimum} 至 {maximum}", "Từ {when}: {minimum} đến {maximum}"],
  "staff.table-closes": ["This table closes {when}", "本台将于 {when} 关闭", "本檯將於 {when} 關閉", "Bàn này đóng {when}"],
  "staff.streak-closes": ["Super Streak closes {when}", "超级连开将于 {when} 关闭", "超級連開將於 {when} 關閉", "Siêu chuỗi đóng {when}"],
  "staff.no-limit": ["no maximum", "不设上限", "不設上限", "không giới hạn"],
});

/**
 * The translated term for a key of the server, or the server's English text.
 * @param {string} kind
 * @param {string | null | undefined} key
 * @param {string} [fallback]
 */
export function term(kind, key, fallback = "") {
  const name = `${kind}.${key}`;
  return hasText(name) ? say(name) : fallback || String(key ?? "");
}

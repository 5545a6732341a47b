// @ts-check
/** The words of checking the electronic dice. */

import { add } from "../console/rows.js";

add({
  "fair.title": ["Check the dice yourself", "自己验证骰子", "自己驗證骰子", "Tự kiểm tra xúc xắc"],
  "fair.table": ["Table", "赌桌", "賭檯", "Bàn"],
  "fair.first": [
    "Before bets are taken the house draws a secret seed and shows its fingerprint, the commitment. It cannot change the seed any more.",
    "下注前，本店抽取秘密种子并公布其指纹，即承诺。此后种子无法更改。",
    "下注前，本店抽取秘密種子並公佈其指紋，即承諾。此後種子無法更改。",
    "Trước khi nhận cược, nhà cái chọn một mầm bí mật và công bố dấu vân của nó, tức cam kết. Sau đó mầm không thể đổi nữa.",
  ],
  "fair.second": [
    "The record that closes the bets is mixed in. It is bound to every slip before it, so the dice are not settled before the close.",
    "停止下注的记录会混入计算。它与之前的每张注单相连，因此停止下注前骰子尚未确定。",
    "停止下注的記錄會混入計算。它與之前的每張注單相連，因此停止下注前骰子尚未確定。",
    "Bản ghi ngừng cược được trộn vào. Nó gắn với mọi phiếu cược trước đó, nên trước lúc ngừng xúc xắc chưa được định.",
  ],
  "fair.third": [
    "After the roll the seed is opened. Your own browser makes the dice again from both, here and now.",
    "开骰后公布种子。您的浏览器在此用两者重新算出骰子。",
    "開骰後公佈種子。您的瀏覽器在此用兩者重新算出骰子。",
    "Sau khi gieo, mầm được mở ra. Trình duyệt của bạn tự tính lại xúc xắc từ cả hai, ngay tại đây.",
  ],
  "fair.none": [
    "No electronic roll here yet. Where a person deals, the dice on the table decide.",
    "此桌尚无电子开骰。由真人发牌时，以桌上骰子为准。",
    "此檯尚無電子開骰。由真人主持時，以檯上骰子為準。",
    "Bàn này chưa có lần gieo điện tử nào. Khi có người chia, xúc xắc trên bàn quyết định.",
  ],
  "fair.good": [
    "The last {n} rolls were made again in your browser: all of them are right.",
    "最近 {n} 次开骰已在您的浏览器中重算：全部正确。",
    "最近 {n} 次開骰已在您的瀏覽器中重算：全部正確。",
    "{n} lần gieo gần nhất đã được tính lại trong trình duyệt của bạn: tất cả đều đúng.",
  ],
  "fair.bad": [
    "{n} rolls do not follow from what was committed to: ask the staff, and call an inspector.",
    "有 {n} 次开骰与承诺不符：请询问员工并要求见督察。",
    "有 {n} 次開骰與承諾不符：請詢問員工並要求見督察。",
    "{n} lần gieo không khớp với cam kết: hãy hỏi nhân viên và yêu cầu gặp thanh tra.",
  ],
  "fair.now": ["The round in play is committed already", "本局已作承诺", "本局已作承諾", "Ván đang chơi đã được cam kết"],
  "fair.rolls": ["The last rolls", "最近开骰", "最近開骰", "Các lần gieo gần nhất"],
  "fair.commitment": ["Commitment, shown before the bets", "承诺（下注前公布）", "承諾（下注前公佈）", "Cam kết, công bố trước khi cược"],
  "fair.seed": ["Seed, opened after the roll", "种子（开骰后公布）", "種子（開骰後公佈）", "Mầm, mở sau khi gieo"],
  "fair.close": ["Hash of the record that closed the bets", "停止下注记录的哈希值", "停止下注記錄的雜湊值", "Mã băm của bản ghi ngừng cược"],
  "fair.same": ["the same dice", "骰子一致", "骰子一致", "đúng xúc xắc này"],
  "fair.corrected": ["corrected later by the staff", "后经员工更正", "後經員工更正", "được nhân viên sửa sau đó"],
  "fair.void": ["the round was void", "本局作废", "本局作廢", "ván bị hủy"],
  "fair.other": ["other dice were shown", "显示的骰子不同", "顯示的骰子不同", "xúc xắc hiện ra khác"],
  "fair.broken": ["not the seed of the commitment", "种子与承诺不符", "種子與承諾不符", "mầm không khớp cam kết"],
  "fair.kept": ["the seed is the one committed to", "种子与承诺相符", "種子與承諾相符", "mầm đúng với cam kết"],
  "fair.seen": [
    "This browser was shown the commitment while bets were still taken.",
    "此浏览器在接受下注时已看到该承诺。",
    "此瀏覽器在接受下注時已看到該承諾。",
    "Trình duyệt này đã thấy cam kết khi bàn còn nhận cược.",
  ],
  "fair.unseen": [
    "This browser was not at the table then: the journal holds the commitment in its record.",
    "当时此浏览器不在桌上：承诺保存在日志记录中。",
    "當時此瀏覽器不在檯上：承諾保存在日誌記錄中。",
    "Lúc đó trình duyệt này không ở bàn: cam kết được giữ trong nhật ký.",
  ],
  "fair.own": ["Check numbers of your own", "验证您自己的数字", "驗證您自己的數字", "Kiểm tra số của riêng bạn"],
  "fair.own-lead": [
    "Numbers that you wrote down at the table can be checked here, or by any program: HMAC-SHA-256 with the seed as key over “sicbo-roll-1”, the closing record and a counter.",
    "您在桌上记下的数字可在此验证，也可用任何程序：以种子为密钥，对 “sicbo-roll-1”、停止下注记录和计数器做 HMAC-SHA-256。",
    "您在檯上記下的數字可在此驗證，也可用任何程式：以種子為金鑰，對「sicbo-roll-1」、停止下注記錄和計數器做 HMAC-SHA-256。",
    "Các số bạn ghi lại tại bàn có thể kiểm tra ở đây hoặc bằng chương trình bất kỳ: HMAC-SHA-256 với khóa là mầm trên “sicbo-roll-1”, bản ghi ngừng cược và bộ đếm.",
  ],
  "fair.make": ["Make the roll again", "重新开骰", "重新開骰", "Gieo lại"],
  "fair.unread": [
    "Each number has 64 digits 0-9 and a-f: copy them whole.",
    "每个数字为 64 位 0-9 与 a-f：请完整复制。",
    "每個數字為 64 位 0-9 與 a-f：請完整複製。",
    "Mỗi số có 64 chữ số 0-9 và a-f: hãy chép đủ.",
  ],
  "fair.fine": [
    "Nothing is sent anywhere: the rolls are made by the page itself.",
    "不会发送任何数据：由本页面自行计算。",
    "不會傳送任何資料：由本頁面自行計算。",
    "Không gửi gì đi đâu cả: trang này tự tính.",
  ],
});

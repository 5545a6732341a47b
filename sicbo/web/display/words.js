// @ts-check
/** The texts of the display. */

import { addTexts } from "../staff/rows.js";

addTexts({
  "display.title": ["Winning numbers", "开奖显示", "開獎顯示", "Bảng kết quả"],
  "display.total": ["Total", "总和", "總和", "Tổng"],
  "display.last": ["Last results, newest right", "近期结果（最右为最新）", "近期結果（最右為最新）", "Kết quả gần đây, mới nhất bên phải"],
  "display.size": ["Small and Big", "大小路", "大小路", "Cầu Tài Xỉu"],
  "display.parity": ["Odd and Even", "单双路", "單雙路", "Cầu Chẵn Lẻ"],
  "display.unbroken": ["A dot is a triple: it does not break a road.", "圆点为围骰，不断路。", "圓點為圍骰，不斷路。", "Chấm là bộ ba, không ngắt cầu."],
  "display.totals": ["Totals of the last {n}: seen, and the fair share", "近 {n} 局总和：实际与理论", "近 {n} 局總和：實際與理論", "Tổng của {n} ván: thực tế và kỳ vọng"],
  "display.average": ["Totals: what 216 rolls give on average", "总和：216 次掷骰的平均分布", "總和：216 次擲骰的平均分佈", "Tổng: trung bình của 216 lần gieo"],
  "display.seen": ["Total {total}: seen {seen}, fair share {expected}", "总和 {total}：出现 {seen}，理论 {expected}", "總和 {total}：出現 {seen}，理論 {expected}", "Tổng {total}: ra {seen}, kỳ vọng {expected}"],
  "display.fair": ["fair share", "理论次数", "理論次數", "kỳ vọng"],
  "display.honest": ["Past results do not change the odds.", "过往结果不影响概率。", "過往結果不影響機率。", "Kết quả cũ không làm đổi xác suất."],
  "display.information": ["This display is information only: the dice decide.", "本显示仅供参考，以骰子为准。", "本顯示僅供參考，以骰子為準。", "Bảng này chỉ để thông tin: xúc xắc quyết định."],
  "display.no-spin": ["NO SPIN", "本局作废", "本局作廢", "VÁN HỦY"],
  "display.returned": ["Stakes are returned.", "注码退回。", "注碼退回。", "Tiền cược được trả lại."],
  "display.first": ["The first result will appear here.", "首个结果将显示于此。", "首個結果將顯示於此。", "Kết quả đầu tiên sẽ hiện ở đây."],
  "display.stale": ["NOT LIVE since {time}", "自 {time} 起未更新", "自 {time} 起未更新", "KHÔNG CẬP NHẬT từ {time}"],
  "display.notices": ["Notices", "通告", "通告", "Thông báo"],
  "display.fault": ["Play is stopped: {fault}", "暂停游戏：{fault}", "暫停遊戲：{fault}", "Tạm dừng: {fault}"],
  "display.voids": ["{n} without result", "{n} 局作废", "{n} 局作廢", "{n} ván hủy"],
  "display.streak": ["Super Streak", "超级连开", "超級連開", "Siêu chuỗi"],
  "display.streak-open": ["{side} OPEN", "{side} 开放", "{side} 開放", "{side} MỞ"],
  "display.streak-run": ["{side} runs {n}", "{side} 连 {n}", "{side} 連 {n}", "{side} {n} lần"],
});

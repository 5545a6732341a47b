"""Translations of refusals to players, found by the English sentence that the journal keeps."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from sicbo.i18n import BETS, LANGUAGES, bet_name
from sicbo.words import staff
from sicbo.words.terms import TERMS

Row = tuple[str, str, str]
OTHER_LANGUAGES: Final = LANGUAGES[1:]
CHIPS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "value chips": ("现金筹码", "現金籌碼", "chip giá trị"),
        "colour chips": ("彩色筹码", "彩色籌碼", "chip màu"),
        "tokens": ("推广筹码", "推廣籌碼", "chip khuyến mãi"),
        "credits": ("积分", "積分", "tín dụng"),
    }
)
SENTENCES: Final[Mapping[str, Row]] = MappingProxyType(
    {
        # The times for bets.
        "The table is closed: wait until it opens.": (
            "本台已关闭：请等待开台。",
            "本檯已關閉：請等待開檯。",
            "Bàn đã đóng: hãy chờ bàn mở.",
        ),
        "Bets are not open: wait for the invitation to place them.": (
            "尚未开始下注：请等待荷官邀请下注。",
            "尚未開始下注：請等待荷官邀請下注。",
            "Chưa nhận cược: hãy chờ lời mời đặt cược.",
        ),
        "That slip is for round {round}: send one for round {now}.": (
            "该注单属于第 {round} 局：请为第 {now} 局下注。",
            "該注單屬於第 {round} 局：請為第 {now} 局下注。",
            "Phiếu này thuộc ván {round}: hãy đặt cho ván {now}.",
        ),
        "No more bets for this round: wait for the next.": (
            "本局已停止下注：请等待下一局。",
            "本局已停止下注：請等待下一局。",
            "Ván này đã ngừng đặt cược: hãy chờ ván sau.",
        ),
        "This round will be void: wait for the next.": (
            "本局将作废：请等待下一局。",
            "本局將作廢：請等待下一局。",
            "Ván này sẽ không hợp lệ: hãy chờ ván sau.",
        ),
        "Your slip stands at version {version}: send version {next}.": (
            "您的注单现为第 {version} 版：请发送第 {next} 版。",
            "您的注單現為第 {version} 版：請發送第 {next} 版。",
            "Phiếu của bạn đang ở bản {version}: hãy gửi bản {next}.",
        ),
        # Stakes.
        "Name each bet once: add the stakes together.": (
            "每个注项只列一次：请合并注额。",
            "每個注項只列一次：請合併注額。",
            "Mỗi cửa chỉ ghi một lần: hãy cộng tiền cược lại.",
        ),
        "There is no bet {bet} on this layout: choose another.": (
            "台面上没有“{bet}”：请选择其他注项。",
            "檯面上沒有「{bet}」：請選擇其他注項。",
            "Mặt bàn không có cửa {bet}: hãy chọn cửa khác.",
        ),
        "{instrument} is no stake here: use {chips}.": (
            "此处不能用 {instrument} 下注：请使用{chips}。",
            "此處不能用 {instrument} 下注：請使用{chips}。",
            "Ở đây không cược bằng {instrument}: hãy dùng {chips}.",
        ),
        "Stake at least one cent on {bet}.": (
            "“{bet}”至少下注一分。",
            "「{bet}」至少下注一分。",
            "Hãy đặt ít nhất một xu vào cửa {bet}.",
        ),
        "This slip needs {amount} more in {chips}: buy in or reduce it.": (
            "此注单还差 {amount} 的{chips}：请买入或减少注额。",
            "此注單還差 {amount} 的{chips}：請買入或減少注額。",
            "Phiếu này còn thiếu {amount} {chips}: hãy mua thêm hoặc giảm cược.",
        ),
        # Limits.
        "The minimum is {minimum}: top the wager up to it, or take it back.": (
            "最低注额为 {minimum}：请补足或收回。",
            "最低注額為 {minimum}：請補足或收回。",
            "Mức tối thiểu là {minimum}: hãy đặt thêm cho đủ hoặc rút lại.",
        ),
        "The minimum is {minimum}: stake at least that.": (
            "最低注额为 {minimum}：请至少下此数额。",
            "最低注額為 {minimum}：請至少下此數額。",
            "Mức tối thiểu là {minimum}: hãy đặt ít nhất chừng ấy.",
        ),
        "The maximum is {maximum}: reduce the wager to it, or take back {excess}.": (
            "最高注额为 {maximum}：请减至此数，或收回 {excess}。",
            "最高注額為 {maximum}：請減至此數，或收回 {excess}。",
            "Mức tối đa là {maximum}: hãy giảm xuống mức đó hoặc rút lại {excess}.",
        ),
        "The maximum is {maximum}: stake at most that.": (
            "最高注额为 {maximum}：请勿超过。",
            "最高注額為 {maximum}：請勿超過。",
            "Mức tối đa là {maximum}: hãy đặt không quá mức đó.",
        ),
        "Stakes here are {minimum} and steps of {unit} above it: change the one on {bet}.": (
            "注额为 {minimum}，其上每次增加 {unit}：请更改“{bet}”的注额。",
            "注額為 {minimum}，其上每次增加 {unit}：請更改「{bet}」的注額。",
            "Tiền cược là {minimum} rồi tăng từng {unit}: hãy đổi mức cược ở cửa {bet}.",
        ),
        "{odds} to 1 does not pay {stake} exactly: change the stake of {bet} so that it does.": (
            "1赔{odds} 无法整付 {stake}：请更改“{bet}”的注额。",
            "1賠{odds} 無法整付 {stake}：請更改「{bet}」的注額。",
            "1 ăn {odds} không trả chẵn cho {stake}: hãy đổi mức cược ở cửa {bet}.",
        ),
        # Colour chips.
        "{player} is to stake colour chips: change the chips into a colour.": (
            "您须以彩色筹码下注：请先兑换彩色筹码。",
            "您須以彩色籌碼下注：請先兌換彩色籌碼。",
            "Bạn phải cược bằng chip màu: hãy đổi chip sang chip màu.",
        ),
        "{player} has no {colour} of this table: buy some, those of other tables do not count here.": (
            "您没有本台的 {colour} 彩色筹码：请先购买，其他台的在此无效。",
            "您沒有本檯的 {colour} 彩色籌碼：請先購買，其他檯的在此無效。",
            "Bạn không có chip màu {colour} của bàn này: hãy mua, chip của bàn khác không dùng được ở đây.",
        ),
        "Stake whole pieces on {bet}: {colour} counts for {value} each.": (
            "“{bet}”须以整枚筹码下注：{colour} 每枚为 {value}。",
            "「{bet}」須以整枚籌碼下注：{colour} 每枚為 {value}。",
            "Hãy đặt nguyên chip vào cửa {bet}: mỗi chip {colour} trị giá {value}.",
        ),
        "Say which colour lies on {bet}: each counts for itself.": (
            "请说明“{bet}”上是哪种颜色：各色分别计算。",
            "請說明「{bet}」上是哪種顏色：各色分別計算。",
            "Hãy nói màu chip đặt ở cửa {bet}: mỗi màu được tính riêng.",
        ),
        # People, faults and tournaments.
        "{player} is excluded and may not wager: ask this rank to lift it: {rank}.": (
            "您已被禁止下注：请联系此职级人员解除：{rank}。",
            "您已被禁止下注：請聯絡此職級人員解除：{rank}。",
            "Bạn đang bị cấm đặt cược: hãy nhờ người có chức danh này gỡ bỏ: {rank}.",
        ),
        "Play was interrupted: wait until staff resume or void the round.": (
            "游戏已中断：请等待职员恢复或宣布本局作废。",
            "遊戲已中斷：請等待職員恢復或宣佈本局作廢。",
            "Cuộc chơi bị gián đoạn: hãy chờ nhân viên tiếp tục hoặc hủy ván.",
        ),
        "This terminal is cut off: wait until it is mended; what is registered plays.": (
            "本终端已断开：请等待修复；已登记的注单照常有效。",
            "本終端已斷開：請等待修復；已登記的注單照常有效。",
            "Máy này đã bị ngắt: hãy chờ sửa xong; phiếu đã ghi nhận vẫn được tính.",
        ),
        "This table is used by {tournament} alone: play at another until it is released.": (
            "本台仅供“{tournament}”使用：请先在其他台游戏。",
            "本檯僅供「{tournament}」使用：請先在其他檯遊戲。",
            "Bàn này chỉ dành cho {tournament}: hãy chơi ở bàn khác cho đến khi được mở lại.",
        ),
        # Super Streak.
        "{casino} offers no Super Streak: choose another bet.": (
            "{casino}不提供超级连开：请选择其他注项。",
            "{casino}不提供超級連開：請選擇其他注項。",
            "{casino} không có Siêu chuỗi: hãy chọn cửa khác.",
        ),
        "Super Streak is not offered: wait for the sign with its amount.": (
            "暂无超级连开：请等待公布其金额。",
            "暫無超級連開：請等待公佈其金額。",
            "Chưa có Siêu chuỗi: hãy chờ bảng ghi số tiền.",
        ),
        "The final call was made: wait until the table opens again.": (
            "已作最后召集：请等待再次开台。",
            "已作最後召集：請等待再次開檯。",
            "Đã gọi lượt cuối: hãy chờ bàn mở lại.",
        ),
        "That wager is for round {round}: send one for round {now}.": (
            "该注属于第 {round} 局：请为第 {now} 局下注。",
            "該注屬於第 {round} 局：請為第 {now} 局下注。",
            "Cược này thuộc ván {round}: hãy đặt cho ván {now}.",
        ),
        "The tumbler has run: wait for the next round.": (
            "骰盅已摇动：请等待下一局。",
            "骰盅已搖動：請等待下一局。",
            "Đã xóc: hãy chờ ván sau.",
        ),
        "{player} has a wager on {bet}: wait until it ends.": (
            "您在“{bet}”上已有一注：请等待其结束。",
            "您在「{bet}」上已有一注：請等待其結束。",
            "Bạn đang có cược ở {bet}: hãy chờ cược đó kết thúc.",
        ),
        "That needs {amount} in {chips}: buy in first.": (
            "需要 {amount} 的{chips}：请先买入。",
            "需要 {amount} 的{chips}：請先買入。",
            "Cần {amount} {chips}: hãy mua chip trước.",
        ),
        "{instrument} is no stake for Super Streak: use {chips}.": (
            "超级连开不能用 {instrument} 下注：请使用{chips}。",
            "超級連開不能用 {instrument} 下注：請使用{chips}。",
            "Siêu chuỗi không cược bằng {instrument}: hãy dùng {chips}.",
        ),
        "There is no Super Streak on {bet}: choose one of {bets}.": (
            "“{bet}”没有超级连开：请从 {bets} 中选择。",
            "「{bet}」沒有超級連開：請從 {bets} 中選擇。",
            "Không có Siêu chuỗi cho {bet}: hãy chọn một trong {bets}.",
        ),
        "A Super Streak costs {amount}: stake just that.": (
            "超级连开每注 {amount}：请按此数额下注。",
            "超級連開每注 {amount}：請按此數額下注。",
            "Một Siêu chuỗi giá {amount}: hãy đặt đúng số đó.",
        ),
        "Super Streak is never open, as the rule is read here: choose another bet.": (
            "按此处对规则的解读，超级连胜从不开放：请选择其他注项。",
            "按此處對規則的解讀，超級連勝從不開放：請選擇其他注項。",
            "Theo cách hiểu luật ở đây, Super Streak không bao giờ mở: hãy chọn cửa khác.",
        ),
        "Wait until {bet} and {other} change over: the area then flashes.": (
            "请等待{bet}与{other}交替：届时该区会闪亮。",
            "請等待{bet}與{other}交替：屆時該區會閃亮。",
            "Hãy chờ {bet} và {other} đổi bên: khi đó ô sẽ nhấp nháy.",
        ),
        "Wait for the day's first result that is no triple: the area then flashes.": (
            "请等待当日首个非围骰结果：届时该区会闪亮。",
            "請等待當日首個非圍骰結果：屆時該區會閃亮。",
            "Hãy chờ kết quả đầu tiên trong ngày không phải bộ ba: khi đó ô sẽ nhấp nháy.",
        ),
        "The new run is {bet}: place the wager on {other}.": (
            "新的连胜为{bet}：请下注于{other}。",
            "新的連勝為{bet}：請下注於{other}。",
            "Chuỗi mới là {bet}: hãy đặt vào {other}.",
        ),
        # The house and the local law.
        "Not registered, for the journal has no room: nothing was staked. Try again in a while.": (
            "未登记，日志空间不足：未下任何注。请稍后再试。",
            "未登記，日誌空間不足：未下任何注。請稍後再試。",
            "Chưa ghi nhận vì sổ hết chỗ: chưa có tiền nào được đặt. Hãy thử lại sau.",
        ),
        "Another program has locked the file of sessions: ask again in a moment.": (
            "会话文件被其他程序锁定：请稍后再试。",
            "工作階段檔案被其他程式鎖定：請稍後再試。",
            "Một chương trình khác đang khóa tệp phiên: hãy thử lại sau giây lát.",
        ),
        "Not registered, for too many wait already: nothing was staked. Try again.": (
            "未登记，等候者过多：未下任何注。请再试。",
            "未登記，等候者過多：未下任何注。請再試。",
            "Chưa ghi nhận vì quá nhiều người chờ: chưa có tiền nào được đặt. Hãy thử lại.",
        ),
        "Not registered, for the house is stopping: nothing was staked. Ask again later.": (
            "未登记，系统正在停止：未下任何注。请稍后再试。",
            "未登記，系統正在停止：未下任何注。請稍後再試。",
            "Chưa ghi nhận vì hệ thống đang dừng: chưa có tiền nào được đặt. Hãy thử lại sau.",
        ),
        "That id was used for another command: give this one an id of its own.": (
            "该编号已用于另一指令：请使用新编号。",
            "該編號已用於另一指令：請使用新編號。",
            "Mã này đã dùng cho lệnh khác: hãy dùng mã mới.",
        ),
        "An id has 1 to 200 letters, digits and signs on one line: send another.": (
            "编号须为一行 1 至 200 个字符：请另发一个。",
            "編號須為一行 1 至 200 個字元：請另發一個。",
            "Mã gồm 1 đến 200 ký tự trên một dòng: hãy gửi mã khác.",
        ),
        "One person plays at one table: finish at the other, and come back in a quarter of an hour.": (
            "每人只可在一张台游戏：请先结束另一台，一刻钟后再来。",
            "每人只可在一張檯遊戲：請先結束另一檯，一刻鐘後再來。",
            "Mỗi người chỉ chơi một bàn: hãy kết thúc ở bàn kia và trở lại sau mười lăm phút.",
        ),
        "The loss that you set for a day is reached: play again from {when}.": (
            "已达到您设定的每日输额：请于 {when} 起再游戏。",
            "已達到您設定的每日輸額：請於 {when} 起再遊戲。",
            "Đã đến mức thua mỗi ngày bạn đặt: hãy chơi lại từ {when}.",
        ),
        "A pause is due after {hours} hours of play: play again from {when}.": (
            "游戏满 {hours} 小时须休息：请于 {when} 起再游戏。",
            "遊戲滿 {hours} 小時須休息：請於 {when} 起再遊戲。",
            "Chơi {hours} giờ thì phải nghỉ: hãy chơi lại từ {when}.",
        ),
        "That is more than you set for a day: bring less, or wait until {when}.": (
            "超过您设定的每日金额：请减少，或等到 {when}。",
            "超過您設定的每日金額：請減少，或等到 {when}。",
            "Vượt mức mỗi ngày bạn đặt: hãy mang ít hơn hoặc chờ đến {when}.",
        ),
        # Seats and terminals.
        "Every seat is taken: choose another table.": (
            "座位已满：请选择其他台。",
            "座位已滿：請選擇其他檯。",
            "Hết ghế: hãy chọn bàn khác.",
        ),
        "This table has no numbered seats: play without one.": (
            "本台没有编号座位：无需入座即可下注。",
            "本檯沒有編號座位：無需入座即可下注。",
            "Bàn này không có ghế đánh số: hãy chơi mà không cần ghế.",
        ),
        "This table has {seats} seats: choose one of them.": (
            "本台有 {seats} 个座位：请选择其一。",
            "本檯有 {seats} 個座位：請選擇其一。",
            "Bàn này có {seats} ghế: hãy chọn một ghế.",
        ),
        "{player} sits on seat {seat}: leave it first.": (
            "您已坐在 {seat} 号座：请先离座。",
            "您已坐在 {seat} 號座：請先離座。",
            "Bạn đang ngồi ghế {seat}: hãy rời ghế trước.",
        ),
        "{player} sits on seat {seat}: choose another.": (
            "{seat} 号座已有人：请另选座位。",
            "{seat} 號座已有人：請另選座位。",
            "Ghế {seat} đã có người: hãy chọn ghế khác.",
        ),
        "{player} has no seat here: there is none to leave.": (
            "您在此没有座位，无需离座。",
            "您在此沒有座位，無需離座。",
            "Bạn không có ghế ở đây nên không cần rời.",
        ),
        "Take a seat at this table first.": (
            "请先在本台就座。",
            "請先在本檯就座。",
            "Hãy ngồi vào bàn này trước.",
        ),
        "The house cannot read that request: reload the page and try again.": (
            "系统无法读取该请求：请重新加载页面后再试。",
            "系統無法讀取該請求：請重新載入頁面後再試。",
            "Hệ thống không đọc được yêu cầu đó: hãy tải lại trang rồi thử lại.",
        ),
        "Sit down or sign in first.": (
            "请先就座或登录。",
            "請先就座或登入。",
            "Hãy ngồi vào bàn hoặc đăng nhập trước.",
        ),
        "This terminal is that of seat {seat}: sit down there.": (
            "本终端属于 {seat} 号座：请在该座就座。",
            "本終端屬於 {seat} 號座：請在該座就座。",
            "Máy này của ghế {seat}: hãy ngồi ghế đó.",
        ),
        "This terminal is that of seat {seat}: sit down there first.": (
            "本终端属于 {seat} 号座：请先在该座就座。",
            "本終端屬於 {seat} 號座：請先在該座就座。",
            "Máy này của ghế {seat}: hãy ngồi ghế đó trước.",
        ),
        "This is no enrolled terminal of the table: pair it at the pit desk.": (
            "本设备未登记为该台终端：请在区域管理台配对。",
            "本裝置未登記為該檯終端：請在區域管理檯配對。",
            "Thiết bị này chưa đăng ký cho bàn: hãy ghép nối tại bàn quản lý khu.",
        ),
        "Play what you have first: more comes when less than the minimum is left.": (
            "请先用现有筹码：不足最低注额时会再派发。",
            "請先用現有籌碼：不足最低注額時會再派發。",
            "Hãy chơi số chip đang có: khi còn ít hơn mức tối thiểu sẽ được thêm.",
        ),
        "Give a name of 1 to 24 letters, without # < >.": (
            "请填写 1 至 24 个字符的名字，不含 # < >。",
            "請填寫 1 至 24 個字元的名字，不含 # < >。",
            "Hãy cho biết tên từ 1 đến 24 chữ, không có # < >.",
        ),
        "Too many wrong codes: try again in {seconds} seconds.": (
            "代码错误次数过多：请在 {seconds} 秒后重试。",
            "代碼錯誤次數過多：請在 {seconds} 秒後重試。",
            "Nhập sai mã quá nhiều lần: hãy thử lại sau {seconds} giây.",
        ),
        "{most} tables were founded from here within an hour: play at one of them.": (
            "一小时内已从此处新建 {most} 张赌台：请在其中一张台游戏。",
            "一小時內已從此處新建 {most} 張賭檯：請在其中一張檯遊戲。",
            "Trong một giờ đã lập {most} bàn từ nơi này: hãy chơi tại một trong các bàn đó.",
        ),
    }
)

ALL_SENTENCES: Final = {**SENTENCES, **staff.SENTENCES}


@lru_cache(maxsize=4096)
def translate(sentence: str, language: str) -> str:
    """Return the sentence in that language, or unchanged if it has no translation."""
    if language not in OTHER_LANGUAGES:
        return sentence
    at = OTHER_LANGUAGES.index(language)
    for template, row in ALL_SENTENCES.items():
        if found := _pattern(template).fullmatch(sentence):
            values = {name: _translate_value(value, language) for name, value in found.groupdict().items()}
            return row[at].format(**values)
    return sentence


def _translate_value(value: str, language: str) -> str:
    """Return the translation of a value: a term, a bet, a kind of chips, or several separated by commas."""
    if value in TERMS:
        return TERMS[value][OTHER_LANGUAGES.index(language)]
    return ", ".join(
        bet_name(one, language) if one in BETS else _chips_name(one, OTHER_LANGUAGES.index(language))
        for one in value.split(", ")
    )


def _chips_name(value: str, at: int) -> str:
    """Return the name of a kind of chips with its colour; return any other value unchanged."""
    colour, _, kind = value.partition(" ")
    for known in (CHIPS, TERMS):
        if value in known:
            return known[value][at]
    return f"{CHIPS[kind][at]} ({colour})" if kind in CHIPS else value


@cache
def _pattern(template: str) -> re.Pattern[str]:
    text = re.escape(template).replace(r"\{act\}", "(?P<act>.+)")  # a power may itself contain a colon
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", text))

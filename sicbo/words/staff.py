"""Translations of refusals to staff while they deal, found by the English sentence."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Row = tuple[str, str, str]
SENTENCES: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "Too much was recorded for you within a minute: wait {seconds} s.": (
            "一分钟内为您记录的内容过多：请等待 {seconds} 秒。",
            "一分鐘內為您記錄的內容過多：請等待 {seconds} 秒。",
            "Trong một phút đã ghi quá nhiều cho bạn: hãy chờ {seconds} giây.",
        ),
        # The steps of the round.
        "The table is closed: open it first.": (
            "本台未开：请先开台。",
            "本檯未開：請先開檯。",
            "Bàn đang đóng: hãy mở bàn trước.",
        ),
        "The licence has no approved minimum for this rulebook: a senior manager enters it first.": (
            "牌照尚无本规则的核准最低投注：请高级经理先输入。",
            "牌照尚無本規則的核准最低投注：請高級經理先輸入。",
            "Giấy phép chưa có mức tối thiểu được duyệt cho luật này: quản lý cấp cao phải nhập trước.",
        ),
        "The approved minimum of the licence is {amount}: open the table with that.": (
            "牌照核准的最低投注是 {amount}：请按此开台。",
            "牌照核准的最低投注是 {amount}：請按此開檯。",
            "Mức tối thiểu được duyệt theo giấy phép là {amount}: hãy mở bàn với mức đó.",
        ),
        "This rulebook refers to no approved minimum: leave it out.": (
            "本规则不涉及核准最低投注：请勿填写。",
            "本規則不涉及核准最低投注：請勿填寫。",
            "Luật này không có mức tối thiểu được duyệt: hãy bỏ trống.",
        ),
        "Enter an approved minimum from 0.01 to {amount}.": (
            "请输入 0.01 至 {amount} 的核准最低投注。",
            "請輸入 0.01 至 {amount} 的核准最低投注。",
            "Hãy nhập mức tối thiểu được duyệt từ 0,01 đến {amount}.",
        ),
        "The house cannot write anything down just now: send this again in a moment.": (
            "系统暂时无法记录：请稍后再发送一次。",
            "系統暫時無法記錄：請稍後再傳送一次。",
            "Hiện hệ thống không ghi lại được: hãy gửi lại sau giây lát.",
        ),
        "The house cannot write this down just now, and may still do so: "
        "send it again with the same key to learn what became of it.": (
            "系统暂时无法记录，但稍后仍可能记录：请用同一密钥重新发送以了解结果。",
            "系統暫時無法記錄，但稍後仍可能記錄：請用同一金鑰重新傳送以了解結果。",
            "Hiện chưa ghi lại được nhưng có thể ghi sau: hãy gửi lại với cùng khóa để biết kết quả.",
        ),
        "Too many devices wait to be paired: pair those that show a code, or wait ten minutes.": (
            "等待配对的设备过多：请先配对已显示代码的设备，或等待十分钟。",
            "等待配對的設備過多：請先配對已顯示代碼的設備，或等待十分鐘。",
            "Quá nhiều thiết bị đang chờ ghép nối: hãy ghép các thiết bị đang hiện mã, hoặc chờ mười phút.",
        ),
        "Give a name of at most {number} letters, digits, spaces and . , ' - ( ) only.": (
            "姓名最多 {number} 个字符，仅限文字、数字、空格和 . , ' - ( )。",
            "姓名最多 {number} 個字元，僅限文字、數字、空格和 . , ' - ( )。",
            "Tên có tối đa {number} ký tự, chỉ gồm chữ, số, dấu cách và . , ' - ( ).",
        ),
        "That step is for round {round}: send one for round {now}.": (
            "该步骤属于第 {round} 局：请提交第 {now} 局的步骤。",
            "該步驟屬於第 {round} 局：請提交第 {now} 局的步驟。",
            "Bước này thuộc ván {round}: hãy gửi bước của ván {now}.",
        ),
        "Declare the round void first: {ground}.": (
            "请先宣布本局作废：{ground}。",
            "請先宣佈本局作廢：{ground}。",
            "Hãy tuyên bố hủy ván trước: {ground}.",
        ),
        "Next: {step}.": ("下一步：{step}。", "下一步：{step}。", "Tiếp theo: {step}."),
        "Say how often the dice tumbled, at least once.": (
            "请说明摇骰次数，至少一次。",
            "請說明搖骰次數，至少一次。",
            "Hãy nói số lần xóc, ít nhất một lần.",
        ),
        "Sign on at this table first, {who}.": (
            "请先在本台签到，{who}。",
            "請先在本檯簽到，{who}。",
            "Hãy nhận ca ở bàn này trước, {who}.",
        ),
        # Ranks.
        "No rank may {act} under this rulebook: do without it.": (
            "本规则下无人可{act}：请勿进行。",
            "本規則下無人可{act}：請勿進行。",
            "Theo luật này không ai được {act}: hãy bỏ qua.",
        ),
        "Call this rank or above to declare it: {rank}.": (
            "须由此职级或以上宣布：{rank}。",
            "須由此職級或以上宣佈：{rank}。",
            "Hãy gọi chức danh này hoặc cao hơn để tuyên bố: {rank}.",
        ),
        "Call this rank or above to {act}: {rank}.": (
            "{act}须由此职级或以上：{rank}。",
            "{act}須由此職級或以上：{rank}。",
            "Hãy gọi chức danh này hoặc cao hơn để {act}: {rank}.",
        ),
        # No result.
        "{ground} voids no round here: name one of {grounds}.": (
            "{ground} 在此不能作废：请选择 {grounds}。",
            "{ground} 在此不能作廢：請選擇 {grounds}。",
            "{ground} không hủy được ván ở đây: hãy chọn trong {grounds}.",
        ),
        "No round is in play: there is nothing to void.": (
            "没有进行中的局：没有可作废的。",
            "沒有進行中的局：沒有可作廢的。",
            "Không có ván nào đang chơi: không có gì để hủy.",
        ),
        "No round is in play: what is settled stands; raise a dispute.": (
            "没有进行中的局：已结算者有效；可提出争议。",
            "沒有進行中的局：已結算者有效；可提出爭議。",
            "Không có ván nào đang chơi: ván đã trả vẫn giữ; hãy nêu khiếu nại.",
        ),
        "Say in the note what happened: this void is a choice.": (
            "请备注发生了什么：此项作废属酌情。",
            "請備註發生了什麼：此項作廢屬酌情。",
            "Hãy ghi chú điều đã xảy ra: hủy ván này là tùy chọn.",
        ),
        "A void after the result needs a second person: name one who agrees to it.": (
            "结果后作废须第二人同意：请指明。",
            "結果後作廢須第二人同意：請指明。",
            "Hủy sau kết quả cần người thứ hai: hãy nêu người đồng ý.",
        ),
        "No stake is forfeited on this ground: leave the name out.": (
            "此理由不没收任何注：请勿填姓名。",
            "此理由不沒收任何注：請勿填姓名。",
            "Lý do này không tịch thu cược của ai: hãy bỏ tên.",
        ),
        "{who} has no wager in this round: name one who has.": (
            "{who} 本局没有下注：请指明有注者。",
            "{who} 本局沒有下注：請指明有注者。",
            "{who} không có cược ván này: hãy nêu người có cược.",
        ),
        "The tumbler has not run in this round: spin it first.": (
            "本局尚未摇骰：请先摇骰。",
            "本局尚未搖骰：請先搖骰。",
            "Ván này chưa xóc: hãy xóc trước.",
        ),
        "The result is called and stands whatever breaks now: settle by it.": (
            "结果已报，此后损坏不影响：请照此结算。",
            "結果已報，此後損壞不影響：請照此結算。",
            "Kết quả đã xướng và vẫn giữ: hãy trả theo đó.",
        ),
        "An outcome is established: finish the round.": (
            "结果已定：请完成本局。",
            "結果已定：請完成本局。",
            "Đã có kết quả: hãy hoàn tất ván.",
        ),
        "Enough tumbles are on record: call this rank or above to say otherwise: {rank}.": (
            "记录的摇动次数已足：如有异议，请叫这一级别或以上：{rank}。",
            "記錄的搖動次數已足：如有異議，請叫這一級別或以上：{rank}。",
            "Số lần lắc đã ghi là đủ: nếu không đúng, hãy gọi cấp này trở lên: {rank}.",
        ),
        "The button is due at the close: call no more bets first, then press it.": (
            "截止下注时才按键：请先宣布停止下注，再按键。",
            "截止下注時才按鍵：請先宣布停止下注，再按鍵。",
            "Nút chỉ bấm khi ngừng nhận cược: hãy hô ngừng cược trước, rồi bấm.",
        ),
        "The button was pressed in this round: go on with it.": (
            "本局已按键：请继续。",
            "本局已按鍵：請繼續。",
            "Ván này đã bấm nút: hãy tiếp tục.",
        ),
        "This table has no touch screen: go on without its button.": (
            "本台没有触摸屏：请不按键继续。",
            "本檯沒有觸控屏：請不按鍵繼續。",
            "Bàn này không có màn hình chạm: hãy tiếp tục không cần nút.",
        ),
        "On this ground only the whole round is void: name no player.": (
            "此理由只能整局作废：请勿指明玩家。",
            "此理由只能整局作廢：請勿指明玩家。",
            "Lý do này chỉ hủy cả ván: đừng nêu người chơi.",
        ),
        "{who} has no such wager on the layout: name one that lies there.": (
            "{who} 在台面没有此注：请指明台上的注。",
            "{who} 在檯面沒有此注：請指明檯上的注。",
            "{who} không có cược đó trên bàn: hãy nêu cược đang có.",
        ),
        "The electronic tumbler rolls the dice of round {round}: no other dice are accepted.": (
            "第 {round} 局由电子骰盅开骰：不接受其他骰子。",
            "第 {round} 局由電子骰盅開骰：不接受其他骰子。",
            "Ván {round} do máy lắc điện tử gieo: không nhận xúc xắc khác.",
        ),
        # Wrong entries.
        "The result stands as it was entered: settle by it.": (
            "结果以输入为准：请照此结算。",
            "結果以輸入為準：請照此結算。",
            "Kết quả giữ như đã nhập: hãy trả theo đó.",
        ),
        "A correction needs a second person: name one who saw the dice.": (
            "更正须第二人：请指明见到骰子的人。",
            "更正須第二人：請指明見到骰子的人。",
            "Sửa kết quả cần người thứ hai: hãy nêu người đã thấy xúc xắc.",
        ),
        "No result stands that could be corrected: name a round that has one.": (
            "没有可更正的结果：请指明有结果的局。",
            "沒有可更正的結果：請指明有結果的局。",
            "Không có kết quả để sửa: hãy nêu ván đã có kết quả.",
        ),
        # Faults.
        "{fault} is no kind of fault: say one of {faults}.": (
            "没有“{fault}”这种故障：请选择 {faults}。",
            "沒有「{fault}」這種故障：請選擇 {faults}。",
            "Không có loại sự cố {fault}: hãy chọn trong {faults}.",
        ),
        "That is on record already ({fault}): have it put right.": (
            "已有记录（{fault}）：请修复。",
            "已有記錄（{fault}）：請修復。",
            "Đã ghi nhận ({fault}): hãy cho sửa.",
        ),
        "Say by name who was told: {whom}.": (
            "请指名告知了谁：{whom}。",
            "請指名告知了誰：{whom}。",
            "Hãy nêu tên người đã được báo: {whom}.",
        ),
        "The {whom} was told of {fault}: record nothing more.": (
            "{fault} 已告知{whom}：无需再记。",
            "{fault} 已告知{whom}：無需再記。",
            "Đã báo {whom} về {fault}: không cần ghi thêm.",
        ),
        "Tell the {whom} of it first and record that: {fault}.": (
            "请先告知{whom}并记录：{fault}。",
            "請先告知{whom}並記錄：{fault}。",
            "Hãy báo {whom} trước và ghi lại: {fault}.",
        ),
        "Play waits for a fault ({fault}): tell the {whom}, "
        "then let this rank or above record it mended: {rank}.": (
            "因故障暂停（{fault}）：请告知{whom}，再由此职级或以上记录修复：{rank}。",
            "因故障暫停（{fault}）：請告知{whom}，再由此職級或以上記錄修復：{rank}。",
            "Tạm dừng vì sự cố ({fault}): hãy báo {whom}, rồi để chức danh này trở lên ghi đã sửa: {rank}.",
        ),
        "Play waits for a fault ({fault}): let this rank or above record it mended: {rank}.": (
            "因故障暂停（{fault}）：请由此职级或以上记录修复：{rank}。",
            "因故障暫停（{fault}）：請由此職級或以上記錄修復：{rank}。",
            "Tạm dừng vì sự cố ({fault}): hãy để chức danh này hoặc cao hơn ghi đã sửa: {rank}.",
        ),
        "No fault {fault} is on record: name one that is ({faults}).": (
            "没有“{fault}”的记录：请选择已有的（{faults}）。",
            "沒有「{fault}」的記錄：請選擇已有的（{faults}）。",
            "Không có sự cố {fault}: hãy nêu sự cố đã ghi ({faults}).",
        ),
        # The console and results.
        "{who} has the console of this table: take it first.": (
            "{who} 正在使用本台控制台：请先接管。",
            "{who} 正在使用本檯控制台：請先接管。",
            "{who} đang giữ bàn điều khiển: hãy nhận trước.",
        ),
        "Take the console of this table first.": (
            "请先接管本台控制台。",
            "請先接管本檯控制台。",
            "Hãy nhận bàn điều khiển của bàn này trước.",
        ),
        "Take the console or sign in as staff first.": (
            "请先接管控制台或以员工登录。",
            "請先接管控制台或以員工登入。",
            "Hãy nhận bàn điều khiển hoặc đăng nhập nhân viên trước.",
        ),
        "There is no such preview: enter the dice again.": (
            "没有此预览：请重新输入骰子。",
            "沒有此預覽：請重新輸入骰子。",
            "Không có bản xem trước này: hãy nhập lại xúc xắc.",
        ),
        "That preview is too old: enter the dice again.": (
            "预览已过时：请重新输入骰子。",
            "預覽已過時：請重新輸入骰子。",
            "Bản xem trước đã cũ: hãy nhập lại xúc xắc.",
        ),
        "This wants your signature too: sign it with your key.": (
            "这也需要您的签名：请用您的密钥签署。",
            "這也需要您的簽名：請用您的密鑰簽署。",
            "Việc này cũng cần chữ ký của bạn: hãy ký bằng khóa của bạn.",
        ),
        "{who} has to agree: this needs two persons.": (
            "须由{who}同意：此事需两人。",
            "須由{who}同意：此事需兩人。",
            "{who} phải đồng ý: việc này cần hai người.",
        ),
        "The second person is of this rank or above too: {rank}.": (
            "第二人也须此职级或以上：{rank}。",
            "第二人也須此職級或以上：{rank}。",
            "Người thứ hai cũng phải từ chức danh này trở lên: {rank}.",
        ),
        "The key {key} is not one that {who} signs with: take the newest.": (
            "密钥 {key} 不是 {who} 现用的：请用最新的。",
            "密鑰 {key} 不是 {who} 現用的：請用最新的。",
            "Khóa {key} không phải khóa {who} đang dùng: hãy dùng khóa mới nhất.",
        ),
        "The signature of {who} is not on this command: sign it again as it is given.": (
            "{who} 的签名与此指令不符：请按所给重新签署。",
            "{who} 的簽名與此指令不符：請按所給重新簽署。",
            "Chữ ký của {who} không khớp lệnh này: hãy ký lại đúng như đã gửi.",
        ),
        "This command needs the signature of {who}.": (
            "此指令须 {who} 签署。",
            "此指令須 {who} 簽署。",
            "Lệnh này cần chữ ký của {who}.",
        ),
        "Give your PIN again, then ask once more with the same key.": (
            "请再次输入密码。",
            "請再次輸入密碼。",
            "Hãy nhập lại PIN.",
        ),
        "Id or PIN is wrong: try again.": (
            "编号或密码错误：请重试。",
            "編號或密碼錯誤：請重試。",
            "Mã hoặc PIN sai: hãy thử lại.",
        ),
        "Too many wrong PINs: try again in {seconds} seconds.": (
            "密码错误次数过多：请在 {seconds} 秒后重试。",
            "密碼錯誤次數過多：請在 {seconds} 秒後重試。",
            "Nhập sai PIN quá nhiều lần: hãy thử lại sau {seconds} giây.",
        ),
        "Too many PINs are being checked: try again in a few seconds.": (
            "正在核对的密码过多：请几秒后重试。",
            "正在核對的密碼過多：請幾秒後重試。",
            "Đang kiểm tra quá nhiều mã PIN: hãy thử lại sau vài giây.",
        ),
        "This session is over: sign in again.": (
            "此会话已结束：请重新登录。",
            "此工作階段已結束：請重新登入。",
            "Phiên này đã kết thúc: hãy đăng nhập lại.",
        ),
        # Accounts and approvals.
        "{most} tournaments and promotions were drafted from here within an hour: use one of them.": (
            "一小时内已从此处起草 {most} 个锦标赛和推广活动：请使用其中一个。",
            "一小時內已從此處起草 {most} 個錦標賽和推廣活動：請使用其中一個。",
            "Trong một giờ đã soạn {most} giải đấu và khuyến mãi từ nơi này: hãy dùng một trong số đó.",
        ),
        "Another person changed this account just now: look at the list again.": (
            "此账户刚被他人更改：请重新查看名单。",
            "此帳戶剛被他人更改：請重新查看名單。",
            "Người khác vừa thay đổi tài khoản này: hãy xem lại danh sách.",
        ),
        "Too much waits for a second person: decide on some of it first.": (
            "等待第二人的指令过多：请先处理其中一些。",
            "等待第二人的指令過多：請先處理其中一些。",
            "Quá nhiều lệnh đang chờ người thứ hai: hãy xử lý bớt trước.",
        ),
        "Nothing of that name waits, or no longer: look at the list again.": (
            "没有此名称的待批指令，或已不再等待：请重新查看列表。",
            "沒有此名稱的待批指令，或已不再等待：請重新查看清單。",
            "Không có lệnh nào tên đó đang chờ, hoặc không còn chờ nữa: hãy xem lại danh sách.",
        ),
        "Your account has changed: look at it, then ask again.": (
            "您的账户已变更：请查看后重新提交。",
            "您的帳戶已變更：請查看後重新提交。",
            "Tài khoản của bạn đã thay đổi: hãy xem lại rồi gửi lại lệnh.",
        ),
        "Only the person who gave this order, or a person of a higher rank, can withdraw it.": (
            "只有下达此指令的人或更高职级者才能撤回。",
            "只有下達此指令的人或更高職級者才能撤回。",
            "Chỉ người ra lệnh này hoặc người có cấp cao hơn mới được rút lại.",
        ),
    }
)

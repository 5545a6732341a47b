"""Translations of the rulebook terms that appear in refusals: steps, grounds, powers, faults."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Row = tuple[str, str, str]
TERMS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        # Steps.
        "invite bets": ("邀请下注", "邀請下注", "mời đặt cược"),
        "cover the tumbler": ("盖上骰盅", "蓋上骰盅", "đậy lồng xóc"),
        "spin the tumbler": ("摇骰", "搖骰", "xóc"),
        "close betting": ("停止下注", "停止下注", "ngừng nhận cược"),
        "press the no-more-bets button": ("按停止下注键", "按停止下注鍵", "bấm nút ngừng cược"),
        "uncover the tumbler": ("揭开骰盅", "揭開骰盅", "mở lồng xóc"),
        "call the result": ("报出点数", "報出點數", "xướng kết quả"),
        "enter the result": ("输入结果", "輸入結果", "nhập kết quả"),
        "light the winning areas": ("亮起中奖区", "亮起中獎區", "bật sáng ô thắng"),
        "collect the losing wagers": ("收取输注", "收取輸注", "thu cược thua"),
        "pay the winning wagers": ("派彩", "派彩", "trả thưởng"),
        # Grounds.
        "a die does not lie flat": ("骰子未平放", "骰子未平放", "xúc xắc không nằm phẳng"),
        "the tumbler did not work properly": ("骰盅运作不正常", "骰盅運作不正常", "lồng xóc hoạt động sai"),
        "the dice were seen before the close": (
            "截止前骰子已露出",
            "截止前骰子已露出",
            "xúc xắc lộ trước khi ngừng cược",
        ),
        "the dice were not tumbled as often as demanded": (
            "摇骰次数不足",
            "搖骰次數不足",
            "xóc không đủ số lần",
        ),
        "the tumbler was not activated by the rules": (
            "骰盅未按规则启动",
            "骰盅未按規則啟動",
            "lồng xóc không khởi động đúng luật",
        ),
        "the no-more-bets button was not pressed": (
            "未按停止下注键",
            "未按停止下注鍵",
            "chưa bấm nút ngừng cược",
        ),
        "a die broke": ("骰子破裂", "骰子破裂", "xúc xắc bị vỡ"),
        "dice were found damaged": ("发现骰子损坏", "發現骰子損壞", "phát hiện xúc xắc hư hỏng"),
        "the tumbler broke": ("骰盅损坏", "骰盅損壞", "lồng xóc bị hỏng"),
        "approved equipment affected the result": (
            "设备影响了结果",
            "設備影響了結果",
            "thiết bị ảnh hưởng đến kết quả",
        ),
        "the game was disrupted": ("游戏受到干扰", "遊戲受到干擾", "ván chơi bị gián đoạn"),
        "a fraud was committed on the game": ("有人舞弊", "有人舞弊", "có gian lận"),
        "the round cannot practically continue": ("本局无法继续", "本局無法繼續", "ván không thể tiếp tục"),
        "a technical interruption left no outcome": (
            "技术中断，没有结果",
            "技術中斷，沒有結果",
            "gián đoạn kỹ thuật, không có kết quả",
        ),
        # Powers.
        "deal the round: call, spin, enter results, settle": ("主持本局", "主持本局", "điều khiển ván"),
        "declare a round void on a ground that leaves no choice": (
            "宣布必须作废的一局",
            "宣佈必須作廢的一局",
            "tuyên bố hủy ván bắt buộc",
        ),
        "void a round whose result faulty equipment affected": (
            "因设备故障作废一局",
            "因設備故障作廢一局",
            "hủy ván vì thiết bị hỏng",
        ),
        "void a round that was disrupted": ("因干扰作废一局", "因干擾作廢一局", "hủy ván bị gián đoạn"),
        "void a round or a wager for fraud": (
            "因舞弊作废一局或一注",
            "因舞弊作廢一局或一注",
            "hủy ván hoặc cược vì gian lận",
        ),
        "void a round that cannot practically continue": (
            "作废无法继续的一局",
            "作廢無法繼續的一局",
            "hủy ván không thể tiếp tục",
        ),
        "void the wagers of a person who broke the rules": (
            "作废违规者的注",
            "作廢違規者的注",
            "hủy cược của người phạm luật",
        ),
        "let a fraudster's wager be forfeited": (
            "没收舞弊者的注",
            "沒收舞弊者的注",
            "tịch thu cược của kẻ gian lận",
        ),
        "withhold an offender's winnings until they are determined": (
            "暂扣违规者彩金",
            "暫扣違規者彩金",
            "tạm giữ tiền thắng của người vi phạm",
        ),
        "exclude a person from the game": ("禁止某人参与游戏", "禁止某人參與遊戲", "cấm một người chơi"),
        "exclude a person from the casino": ("禁止某人入场", "禁止某人入場", "cấm một người vào sòng"),
        "refer a person to an inspector or the police": (
            "移交督察或警方",
            "移交督察或警方",
            "chuyển cho thanh tra hoặc cảnh sát",
        ),
        "detain a person until the police arrive": (
            "扣留某人至警方到场",
            "扣留某人至警方到場",
            "giữ một người đến khi cảnh sát tới",
        ),
        "refuse a wager before the close, on reasonable grounds": (
            "截止前合理拒绝一注",
            "截止前合理拒絕一注",
            "từ chối cược có lý do trước khi ngừng",
        ),
        "change the limits of the table": ("更改本台限额", "更改本檯限額", "đổi hạn mức bàn"),
        "agree limits for one player": (
            "为个别玩家议定限额",
            "為個別玩家議定限額",
            "thỏa thuận hạn mức riêng",
        ),
        "direct spins while no wager lies on the layout": (
            "指示无注空转",
            "指示無注空轉",
            "cho xóc khi không có cược",
        ),
        "issue colour chips of more than one colour to one player": (
            "向一人发多色筹码",
            "向一人發多色籌碼",
            "phát nhiều màu chip cho một người",
        ),
        "verify the exchange of a closed table's colour chips": (
            "核实已关台彩色筹码的兑换",
            "核實已關檯彩色籌碼的兌換",
            "xác minh đổi chip màu của bàn đã đóng",
        ),
        "oblige a player to use colour chips": (
            "要求玩家用彩色筹码",
            "要求玩家用彩色籌碼",
            "buộc người chơi dùng chip màu",
        ),
        "close a table at which players are present": (
            "关闭有玩家的台",
            "關閉有玩家的檯",
            "đóng bàn đang có người chơi",
        ),
        "close Super Streak": ("关闭超级连开", "關閉超級連開", "đóng Siêu chuỗi"),
        "require a player who does not wager to give up the seat": (
            "要求不下注者让座",
            "要求不下注者讓座",
            "yêu cầu người không cược nhường ghế",
        ),
        "let play go on after a fault was put right": (
            "故障修复后恢复游戏",
            "故障修復後恢復遊戲",
            "cho chơi tiếp sau khi sửa sự cố",
        ),
        "correct a result that was entered wrongly": (
            "更正输入错误的结果",
            "更正輸入錯誤的結果",
            "sửa kết quả nhập sai",
        ),
        "decide a dispute in the first place": (
            "初步裁决争议",
            "初步裁決爭議",
            "quyết định khiếu nại lần đầu",
        ),
        "review a decided dispute": ("复核争议裁决", "覆核爭議裁決", "xem lại quyết định khiếu nại"),
        "decide what the rules do not provide for": (
            "裁定规则未载事项",
            "裁定規則未載事項",
            "quyết định điều luật chưa nêu",
        ),
        "open the table for play": ("开台", "開檯", "mở bàn"),
        "keep the table for a tournament alone": (
            "本台专供锦标赛",
            "本檯專供錦標賽",
            "dành bàn cho giải đấu",
        ),
        # The person who has to agree.
        "The person it names": ("指明的人", "指明的人", "Người được nêu"),
        "Another person": ("另一人", "另一人", "Người khác"),
        # Faults, and the people to notify.
        "lights-dark": ("中奖区不亮", "中獎區不亮", "ô thắng không sáng"),
        "lights-wrong": ("亮灯错误", "亮燈錯誤", "sáng sai ô"),
        "display-wrong": ("显示屏有误", "顯示屏有誤", "bảng hiển thị sai"),
        "equipment": ("设备", "設備", "thiết bị"),
        "tumbler": ("骰盅", "骰盅", "lồng xóc"),
        "dice": ("骰子", "骰子", "xúc xắc"),
        "power": ("电源", "電源", "nguồn điện"),
        "terminals": ("投注终端", "投注終端", "máy đặt cược"),
        "manager": ("经理", "經理", "quản lý"),
        "inspector": ("督察", "督察", "thanh tra"),
        "surveillance": ("监控", "監控", "giám sát"),
    }
)

"""Every order of a promotion by name, with its fields and their types."""

from sicbo.verify.schema import shapes

COMMANDS = """
publish-promotion terms:s commitment:s
amend-promotion terms:s reference:s
request-promotion-terms reference:s
send-promotion-terms reference:s request:s
start-promotion
enter-promotion player:s
count-play player:s table:s round:i wager:i
bar-entrant player:s reason:s
close-promotion
nominate-scrutineer name:s
draw-prizes seed:s second:s word:s
confirm-draw
redraw-prize award:i reason:s
award-by-dice player:s prize:s table:s round:i dice:D wager:i
notify-winner award:i method:s note:s
claim-prize award:i present:b alternative:b parts:H voucher:s
refuse-claim award:i reason:s informed:b name:s place:s
postpone-promotion reason:s reference:s
resume-promotion reason:s
cancel-promotion reason:s reference:s
tell-inspector reference:s
publish-winners place:s
raise-complaint player:s about:s
decide-complaint complaint:s decision:s satisfied:b told_of_inspector:b
finish-promotion
"""
SHAPES = shapes(COMMANDS, ("id",))

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { takeLostFocus } from '../../shared/focus-lost.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { acceptOdds, removeSelections, setAcceptOddsChanges, useSlip } from '../../state/slip.ts'
import { acceptJoint } from './seen-joint.ts'
import type { JointGame, SlipLine } from './slip-figures.ts'

/** The player's decision before PLACE BET: first about closed selections, then about lower odds. */
export type Question = 'remove-closed' | 'accept-odds' | null

type SlipQuestionProps = {
  readonly question: Question
  readonly open: readonly SlipLine[]
  readonly closed: readonly SlipLine[]
  readonly joint: readonly JointGame[]
  /** The server's words where it refused the bet for its odds; the question whether to accept them says it already. */
  readonly refusal: { readonly id: string; readonly text: string } | null
  readonly onAccepted: () => void
}

/** The current odds become the odds seen. */
export function acceptChanges(open: readonly SlipLine[], joint: readonly JointGame[]): void {
  acceptOdds(new Map(open.map((line) => [line.item.id, formatOdds(line.odds)])))
  acceptJoint(joint)
}

/** One place for all of these: PLACE BET must not move under the thumb when the odds do. */
export const SlipQuestion = (props: SlipQuestionProps) => (
  <div className="flex min-h-15 flex-col justify-center">
    <Asked {...props} />
  </div>
)

function Asked({ question, open, closed, joint, refusal, onAccepted }: SlipQuestionProps) {
  const client = useQueryClient()
  const acceptOddsChanges = useSlip((slip) => slip.acceptOddsChanges)
  const [hasAccepted, setAccepted] = useState(false)

  const onAcceptOdds = () => {
    onAccepted()
    setAccepted(true)
    acceptChanges(open, joint)
    void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
  }

  if (question === 'remove-closed')
    return (
      <Notice tone="info" live>
        <div className="flex items-center justify-between gap-3">
          <span>{closedText(closed.length)}</span>
          <span className="shrink-0">
            <Button look="secondary" onClick={() => removeSelections(closed.map(({ item }) => item.id))}>
              Remove {closed.length} closed
            </Button>
          </span>
        </div>
      </Notice>
    )
  if (question === 'accept-odds')
    return (
      <Notice tone="info" live>
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0">
            <span id={refusal?.id}>{refusal?.text ?? 'The odds have changed.'}</span>
            <WorseOdds lines={open} />
          </span>
          <Button look="secondary" onClick={onAcceptOdds}>
            Accept new odds
          </Button>
        </div>
      </Notice>
    )
  return (
    <div ref={hasAccepted ? takeLostFocus : null} tabIndex={-1}>
      <Checkbox
        label="Accept odds changes"
        checked={acceptOddsChanges}
        onChange={(event) => setAcceptOddsChanges(event.target.checked)}
      />
    </div>
  )
}

const closedText = (count: number): string =>
  count === 1 ? 'A selection is closed.' : `${count} selections are closed.`

/** Lists the odds in question, because the selections may be out of view. */
function WorseOdds({ lines }: { readonly lines: readonly SlipLine[] }) {
  const [first, ...more] = lines.filter(({ change, sameGame }) => change === 'worse' && !sameGame)
  const oddsText = useOddsText()
  if (first === undefined) return null
  return (
    <span className="block truncate text-12">
      {first.item.names.label} {oddsText(first.seen)} → {oddsText(first.odds)}
      {more.length > 0 && ` and ${more.length} more`}
    </span>
  )
}

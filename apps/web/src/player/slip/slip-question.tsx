import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/field.tsx'
import { TriangleAlert } from '../../shared/ui/icons.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { acceptOdds, removeSelections, setAcceptOddsChanges, useSlip } from '../../state/slip.ts'
import type { BetRefusal } from './bet-refusal.ts'
import { acceptJoint } from './seen-joint.ts'
import type { JointGame, SlipLine } from './slip-figures.ts'

/** What the player must decide before the bet can be placed. Closed selections come before lower odds. */
export type Question = 'remove-closed' | 'accept-odds' | null

type SlipQuestionProps = {
  readonly question: Question
  readonly open: readonly SlipLine[]
  readonly closed: readonly SlipLine[]
  readonly refusal: (BetRefusal & { readonly id: string }) | null
}

/** Accepts the current odds as seen. */
export function acceptChanges(open: readonly SlipLine[], joint: readonly JointGame[]): void {
  acceptOdds(new Map(open.map((line) => [line.item.id, formatOdds(line.odds)])))
  acceptJoint(joint)
}

/** All questions and refusals appear in the same place, so that PLACE BET does not move. */
export const SlipQuestion = (props: SlipQuestionProps) => (
  <div className="flex min-h-13 flex-col justify-center">
    <QuestionContent {...props} />
  </div>
)

function QuestionContent({ question, open, closed, refusal }: SlipQuestionProps) {
  const acceptOddsChanges = useSlip((slip) => slip.acceptOddsChanges)
  if (question === 'remove-closed')
    return (
      <Notice tone="info" live>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span>{closedText(closed.length)}</span>
          <span className="shrink-0">
            <Button variant="secondary" onClick={() => removeSelections(closed.map(({ item }) => item.id))}>
              Remove {closed.length} closed
            </Button>
          </span>
        </div>
      </Notice>
    )
  // A refusal because of changed odds is part of the question about changed odds below.
  if (refusal !== null && refusal.reason !== 'ODDS_CHANGED')
    return (
      <p id={refusal.id} role="alert" className="flex items-center gap-2 text-14 font-bold text-down">
        <TriangleAlert className="size-5 shrink-0" />
        <span>{refusal.text}</span>
      </p>
    )
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-2">
      {/* The checkbox comes first, so that it does not move when the odds change. */}
      <div className={question === null ? undefined : 'basis-28'}>
        <Checkbox
          label="Accept odds changes"
          checked={acceptOddsChanges}
          onChange={(event) => setAcceptOddsChanges(event.target.checked)}
        />
      </div>
      {question === 'accept-odds' && (
        <div className="min-w-0 flex-1 basis-40">
          <Notice tone="info" live>
            <span id={refusal?.id}>{refusal?.text ?? 'The odds have changed.'}</span>
            <WorseOdds lines={open} />
          </Notice>
        </div>
      )}
    </div>
  )
}

const closedText = (count: number): string =>
  count === 1 ? '1 selection is closed.' : `${count} selections are closed.`

/** Lists the changed odds, because the selections may be out of view. */
function WorseOdds({ lines }: { readonly lines: readonly SlipLine[] }) {
  const [first, ...more] = lines.filter(({ change, sameGame }) => change === 'worse' && !sameGame)
  const oddsText = useOddsText()
  if (first === undefined) return null
  return (
    <span className="flex gap-1 text-12">
      <span className="truncate">{first.item.names.label}</span>{' '}
      <span className="shrink-0 tabular">{`${oddsText(first.seen)} → ${oddsText(first.odds)}${more.length > 0 ? `, +${more.length}` : ''}`}</span>
    </span>
  )
}

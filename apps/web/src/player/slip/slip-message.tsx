import type { ReactNode } from 'react'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { TriangleAlert } from '../../shared/ui/icons.tsx'
import { acceptOdds, removeSelections } from '../../state/slip.ts'
import type { BetRefusal } from './bet-refusal.ts'
import { acceptJointOdds } from './seen-joint-odds.ts'
import type { JointGame, SlipLine } from './slip-figures.ts'

/**
 * The decision that the player must make before placing the bet, or the state to wait for. Closed selections come before
 * suspended ones, and lower odds last.
 */
export type Question = 'remove-closed' | 'wait' | 'accept-odds' | null

/** Accepts the current odds as seen. */
export function acceptChanges(open: readonly SlipLine[], joint: readonly JointGame[]): void {
  acceptOdds(new Map(open.map((line) => [line.item.id, formatOdds(line.odds)])))
  acceptJointOdds(joint)
}

/** A control beside a message: as high as the message, without a border. */
export const MESSAGE_ACTION = 'inline-flex min-h-11 shrink-0 items-center px-1 text-14 font-bold text-ink underline'

type SlipMessageProps = {
  readonly question: Question
  readonly open: readonly SlipLine[]
  readonly closed: readonly SlipLine[]
  readonly suspended: readonly SlipLine[]
  readonly refusal: BetRefusal | null
  readonly refusalId: string
  /** Why the slip has no price, else null. */
  readonly unpriced: string | null
  /** The player's next step after the refusal. */
  readonly action: ReactNode
}

/**
 * The messages of the slip, above the stake. The footer of the slip grows upwards, so that stake and PLACE BET keep
 * their position.
 */
export function SlipMessage(props: SlipMessageProps) {
  const { question, open, closed, suspended, refusal, refusalId, unpriced, action } = props
  // A refusal because of changed odds is part of the question about changed odds.
  const isAskingToAccept = question === 'accept-odds' && (refusal === null || refusal.reason === 'ODDS_CHANGED')
  return (
    <>
      {question === 'remove-closed' && (
        <Message
          tone="info"
          action={
            <button
              type="button"
              onClick={() => removeSelections(closed.map(({ item }) => item.id))}
              className={MESSAGE_ACTION}
            >
              Remove {closed.length} closed
            </button>
          }
        >
          {closedText(closed.length)}
        </Message>
      )}
      {question === 'wait' && <Message tone="info">{suspendedLinesText(suspended)}</Message>}
      {isAskingToAccept && (
        <Message tone="info" id={refusalId}>
          <span>{refusal?.text ?? 'The odds have changed.'}</span>
          <ChangedSelections lines={open} />
        </Message>
      )}
      {unpriced !== null && <Message tone="down">{unpriced}</Message>}
      {refusal !== null && !isAskingToAccept && (
        <Message tone="down" id={refusalId} action={action}>
          {refusal.text}
        </Message>
      )}
    </>
  )
}

type MessageProps = {
  readonly tone: 'info' | 'down'
  readonly id?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One message with its action beside it. Small text on short phones keeps the selections visible. */
const Message = ({ tone, id, action, children }: MessageProps) => (
  <div
    role={tone === 'down' ? 'alert' : 'status'}
    className={classes(
      'flex items-center justify-between gap-2 rounded-card px-2 text-14 tight:text-12',
      tone === 'info' ? 'bg-tint' : 'border border-down font-bold text-down',
    )}
  >
    {tone === 'down' && <TriangleAlert className="size-5 shrink-0" />}
    <p id={id} className="min-w-0 flex-1 py-1.5">
      {children}
    </p>
    {action}
  </div>
)

const closedText = (count: number): string =>
  count === 1 ? '1 selection is closed.' : `${count} selections are closed.`

/** "Suspended: goal. You can place the bet when the game reopens." */
function suspendedLinesText(lines: readonly SlipLine[]): string {
  const [first] = lines
  return lines.length === 1 && first?.problem != null
    ? `${first.problem}. You can place the bet when the game reopens.`
    : `${lines.length} selections are suspended. You can place the bet when their games reopen.`
}

/** A longer list would cover the selections above the footer. Short screens list only one line. */
const MOST_LISTED = 3

/** Lists the changed odds, because the selections may be out of view. */
function ChangedSelections({ lines }: { readonly lines: readonly SlipLine[] }) {
  const oddsText = useOddsText()
  const changed = lines.filter(({ change, sameGame }) => change !== 'same' && !sameGame)
  const listed = changed.slice(0, MOST_LISTED)
  return (
    <span className="flex flex-wrap gap-x-3 text-12 tight:flex-nowrap">
      {listed.map(({ item, seen, odds }, at) => (
        <span key={item.id} className={classes('flex max-w-full min-w-0 gap-1', at > 0 && 'tight:hidden')}>
          <span className="truncate">{item.names.label}</span>{' '}
          <span className="shrink-0 tabular">{`${oddsText(seen)} → ${oddsText(odds)}`}</span>
        </span>
      ))}
      {changed.length > MOST_LISTED && <span className="tight:hidden">and {changed.length - MOST_LISTED} more</span>}
      {changed.length > 1 && <span className="hidden shrink-0 tight:inline">and {changed.length - 1} more</span>}
    </span>
  )
}

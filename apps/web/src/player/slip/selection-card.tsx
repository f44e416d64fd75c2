import { X } from 'lucide-react'
import { useEffect } from 'react'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { startText } from '../../shared/format/times.ts'
import { classes } from '../../shared/ui/classes.ts'
import { removeSelection, settleNew } from '../../state/slip.ts'
import type { SlipLine } from './slip-figures.ts'

/** SLIP-10 */
const HIGHLIGHT_MS = 3000

type SelectionCardProps = { readonly line: SlipLine; readonly now: Date }

/** One selection: what, at which odds, in which game (SLIP-19). */
export function SelectionCard({ line, now }: SelectionCardProps) {
  const { item, seen, odds, change, problem, sameGame } = line
  useEffect(() => {
    if (!item.isNew) return
    const timer = setTimeout(settleNew, HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [item.isNew])
  return (
    <li
      className={classes(
        'rounded-card border bg-raised py-2.5 pl-3 transition-colors duration-150',
        problem !== null ? 'border-down' : item.isNew ? 'border-gold' : 'border-line',
      )}
    >
      <div className="flex items-baseline justify-between gap-3 pr-3">
        <p className="min-w-0 text-16 font-bold">{item.label}</p>
        <p className="flex shrink-0 items-baseline gap-1.5 tabular">
          {change !== 'same' && (
            <>
              <span className="sr-only">{change === 'worse' ? 'odds fell from' : 'odds rose from'}</span>
              <s className={classes('text-12 font-bold', change === 'worse' ? 'text-down' : 'text-up')}>
                {formatOdds(seen)}
              </s>
            </>
          )}
          <b className="text-16">{formatOdds(odds)}</b>
        </p>
      </div>
      <div className="flex items-start justify-between">
        <div className="min-w-0 text-12 text-muted">
          <p>
            {item.section}
            {sameGame && <span className="font-bold text-ink"> · same game</span>}
          </p>
          <p>
            {item.match} · {startText(item.gameTime, now)}
          </p>
        </div>
        <button
          type="button"
          aria-label={`Remove ${item.label}, ${item.match}`}
          onClick={() => removeSelection(item.id)}
          className="-my-1.5 inline-flex size-11 shrink-0 items-center justify-center text-muted"
        >
          <X className="size-4" />
        </button>
      </div>
      {problem !== null && <p className="pt-1 pr-3 text-12 font-bold text-down">{problem}</p>}
    </li>
  )
}

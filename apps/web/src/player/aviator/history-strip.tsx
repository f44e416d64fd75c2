import { Link } from 'wouter'
import { classes } from '../../shared/ui/classes.ts'
import { useAviator } from './aviator-store.ts'
import { timesText } from './times-text.ts'

/** The latest crash points, newest first, with links to their proofs. */
export function HistoryStrip() {
  const history = useAviator(({ state }) => state?.history)
  return (
    <nav aria-label="Last rounds" className="no-scrollbar flex h-9 items-center gap-1 overflow-x-auto">
      {history?.length === 0 && <p className="text-12 text-muted">Recent crash points appear here.</p>}
      {(history ?? []).map(({ id, crash }) => {
        const text = crash === null ? 'void' : timesText(crash)
        return (
          <Link
            key={id}
            href={`/aviator/verify?round=${id}`}
            aria-label={`Round ${id}: ${text}`}
            className={classes(
              'inline-flex h-9 shrink-0 items-center rounded-tag px-2 text-12 tabular',
              crash !== null && crash >= 2 ? 'font-bold text-ink' : 'text-muted',
            )}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}

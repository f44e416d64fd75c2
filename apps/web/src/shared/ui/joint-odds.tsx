import type { ReactNode } from 'react'
import { Notice } from './surfaces.tsx'

type JointOddsProps = {
  readonly games: readonly { readonly id: string; readonly match: string; readonly odds: ReactNode }[]
}

/** The joint odds of several selections of one game, on the slip and on the ticket (SLIP-05, D27). */
export function JointOdds({ games }: JointOddsProps) {
  return (
    <Notice tone="info">
      <p>Selections from the same game have joint odds.</p>
      <ul>
        {games.map(({ id, match, odds }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 pt-1">
            <span className="min-w-0 font-bold">{match}</span>
            <span className="flex shrink-0 items-baseline gap-1.5">
              <span className="text-12">joint odds</span>
              {odds}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

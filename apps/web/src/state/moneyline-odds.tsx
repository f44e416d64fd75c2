import type { ReactNode } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { lockedOdds, outcomesOf, type Outcome } from '../shared/locked-odds.ts'
import { missingOddsReason } from '../shared/lock-reason.ts'
import { classes } from '../shared/ui/classes.ts'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { ClosedOdds, OddsButton } from '../shared/ui/odds-button.tsx'
import { tapSelection } from './add-selection.ts'
import { useChosen } from './slip.ts'

const MONEYLINE = { id: '1x2', name: 'Moneyline', category: 'match_winner' }
export const PICKS = ['1', 'X', '2'] as const

const nameOf = (game: Game, pick: Outcome): string =>
  pick === '1' ? game.homeTeam : pick === '2' ? game.awayTeam : 'Draw'

type MoneylineOddsProps = {
  readonly game: Game
  /** Why the game is closed for betting, else null. */
  readonly closed: string | null
  /** Wide screens show the labels above the columns of the list instead of on the buttons. */
  readonly hasColumnTitles?: boolean
}

/** The 1X2 odds of a game in a list. A game without odds has one field of the same size instead. */
export function MoneylineOdds({ game, closed, hasColumnTitles = false }: MoneylineOddsProps) {
  const chosen = useChosen(game.id, MONEYLINE.category)
  if (isWithoutOdds(game, closed)) {
    const match = `${game.homeTeam} vs ${game.awayTeam}`
    const field = <ClosedOdds match={match} reason={closed} />
    return game.inPlay ? <SuspendedOdds game={game} match={match} placeholder={field} /> : field
  }
  return inColumns(outcomesOf(game), (pick) => (
    <Odds
      key={pick}
      game={game}
      pick={pick}
      closed={closed}
      selected={chosen === `1x2 ${pick}`}
      hasColumnTitles={hasColumnTitles}
    />
  ))
}

/** Returns whether a game has neither offered odds nor fallback odds. */
export const isWithoutOdds = (game: Game, closed: string | null): closed is string =>
  closed !== null && lockedOdds(game, '1').figure === undefined

/** Loaded when a live game is suspended for the first time. */
const SuspendedOdds = lazyPart(() => import('./suspended-odds.tsx').then((m) => m.SuspendedOdds))

/** Two buttons take the same width as three. */
export const inColumns = (picks: readonly Outcome[], button: (pick: Outcome) => ReactNode) => (
  <div className={classes('grid gap-1.5 [grid-area:odds]', picks.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
    {picks.map(button)}
  </div>
)

type OddsProps = MoneylineOddsProps & { readonly pick: Outcome; readonly selected: boolean }

const moneylineOf = ({ prices }: Game) => ({
  id: MONEYLINE.id,
  selections: PICKS.map((pick) => ({ odds: prices[pick] })),
})

function Odds({ game, pick, closed, selected, hasColumnTitles = false }: OddsProps) {
  const odds = game.prices[pick]
  const name = nameOf(game, pick)
  return (
    <OddsButton
      label={pick}
      name={name}
      odds={odds}
      selected={selected}
      hasColumnTitle={hasColumnTitles}
      isInList
      locked={closed ?? (odds === null ? missingOddsReason(moneylineOf(game), pick) : null)}
      {...lockedOdds(game, pick)}
      onToggle={() => tapSelection('list', game, MONEYLINE, { id: pick, label: name, odds })}
    />
  )
}

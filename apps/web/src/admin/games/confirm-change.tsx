import type { ReactNode } from 'react'
import type { AdminGame, UnconfirmedChange } from '@mupiira/contract/admin-games.ts'
import { FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EffectFigures, EffectNotices } from './effect-figures.tsx'
import type { GameFormValues } from './game-form.ts'
import { oddsLine } from './game-texts.ts'
import { decimalOf } from '../kit/typed-odds.ts'

type ConfirmChangeProps = {
  readonly change: UnconfirmedChange
  readonly game: AdminGame
  readonly values: GameFormValues
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

type Words = { readonly title: string; readonly verb: string; readonly text: string; readonly typed?: string }

const WORDS: { readonly [kind in UnconfirmedChange['kind']]: Words } = {
  result: {
    title: 'Settle the bets?',
    verb: 'Save and settle',
    text: 'Saving this settles the bets on the game at once.',
  },
  start: {
    title: 'Change the start?',
    verb: 'Change the start',
    text: 'The new start voids bets or makes void bets valid again.',
    typed: 'MOVE',
  },
  odds: {
    title: 'Change the odds?',
    verb: 'Change the odds',
    text: 'Open bets keep their odds. New bets and cashouts use the new odds.',
  },
}

/** The last confirmation of a saved form that affects bets, with the tickets, players and amounts. */
export function ConfirmChange({ change, game, values, onConfirm, onClose }: ConfirmChangeProps) {
  const { title, verb, text, typed } = WORDS[change.kind]
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous
      reason={{ label: 'Reason', missing: 'Please give a reason.' }}
      {...(typed === undefined ? {} : { typed })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text}</p>
      <dl>
        {change.kind === 'odds' && (
          <FigureRow name="Odds of the game" variant="strong">
            {`${oddsOf(game)} → ${oddsOf(entered(values))}`}
          </FigureRow>
        )}
        {change.kind === 'result' ? <EffectFigures effect={change} /> : <OpenFigures change={change} />}
      </dl>
      <EffectNotices effect={change} />
    </ConfirmDialog>
  )
}

const OpenFigures = ({ change }: { readonly change: UnconfirmedChange }): ReactNode => (
  <>
    <FigureRow name={change.kind === 'start' ? 'Tickets affected' : 'Open tickets'}>
      {change.openTickets.toLocaleString('en-UG')}
    </FigureRow>
    <FigureRow name="Players">{change.players.toLocaleString('en-UG')}</FigureRow>
    <FigureRow name={change.kind === 'start' ? 'Payout affected' : 'Maximum payout'} variant="strong">
      <Money amount={change.openUpTo} />
    </FigureRow>
  </>
)

type Odds = { readonly [side in 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds']: number | null }

const entered = ({ homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }: GameFormValues): Odds => ({
  homeOdds: decimalOf(homeOdds),
  drawOdds: decimalOf(drawOdds),
  awayOdds: decimalOf(awayOdds),
  over25Odds: decimalOf(over25Odds),
  under25Odds: decimalOf(under25Odds),
})

const oddsOf = ({ homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }: Odds): string =>
  oddsLine([
    homeOdds,
    drawOdds,
    awayOdds,
    ...(over25Odds === null && under25Odds === null ? [] : [over25Odds, under25Odds]),
  ])

import type { ReactNode } from 'react'
import type { OddsRisk, UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EffectFigures, EffectNotices } from './effect-figures.tsx'
import type { GameFormValues } from './game-form.ts'
import { oddsLine } from './game-texts.ts'
import { decimalOf } from '../kit/typed-odds.ts'

type ConfirmChangeProps = {
  readonly change: UnconfirmedChange
  readonly game: AdminGame
  readonly values: GameFormValues
  /** `entered`: the text that staff typed to confirm. */
  readonly onConfirm: (reason: string, entered: string) => Promise<string | null>
  readonly onClose: () => void
}

type Words = { readonly title: string; readonly verb: string; readonly text: string; readonly typed?: string }

export const CHANGE_WORDS: { readonly [kind in UnconfirmedChange['kind']]: Words } = {
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
  state: {
    title: 'Change the game?',
    verb: 'Change the game',
    text: 'Open bets stay open.',
  },
  odds: {
    title: 'Change the odds?',
    verb: 'Change the odds',
    text: 'Open bets keep their odds. New bets and cashouts use the new odds.',
  },
}

/** The last confirmation of a saved form that affects bets, with the tickets, players and amounts. */
export function ConfirmChange({ change, game, values, onConfirm, onClose }: ConfirmChangeProps) {
  const { title, verb, text } = CHANGE_WORDS[change.kind]
  const { risk } = change
  const typed = risk?.approval === 'alone' ? risk.typed : CHANGE_WORDS[change.kind].typed
  return (
    <ConfirmDialog
      title={title}
      verb={risk?.approval === 'wait' ? 'Request approval' : verb}
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
      {risk !== null && (
        <Notice tone="down">
          <p>{`Compared with the odds before: ${risk.text}.`}</p>
          <p>{oddsRiskText(risk)}</p>
        </Notice>
      )}
      <EffectNotices effect={change} />
    </ConfirmDialog>
  )
}

/** What happens to base odds that give away money. */
const oddsRiskText = ({ approval }: OddsRisk): string =>
  approval === 'wait'
    ? 'A second member of staff must approve these odds. The present odds stay until then, and nothing else is saved.'
    : 'There is no second member of staff, so you confirm these odds by typing them again.'

export const OpenFigures = ({ change }: { readonly change: UnconfirmedChange }): ReactNode => (
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

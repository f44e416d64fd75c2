import type { AviatorBet, AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import type { ScreenEvent } from '../../state/screen-events.ts'

export type AviatorEvent = Extract<ScreenEvent, { type: 'aviator-round' | 'aviator-live' | 'aviator-bet' }>

const HISTORY = 30

/** Applies an event to the cached game. Repeated or late events never set a round back to an earlier state. */
export function patchRound(state: AviatorState, event: AviatorEvent): AviatorState {
  switch (event.type) {
    case 'aviator-round':
      return withRound(state, event.round)
    case 'aviator-live':
      return event.live.roundId === state.round?.id ? { ...state, live: event.live } : state
    case 'aviator-bet':
      return withBet(state, event.bet)
  }
}

const ORDER = ['scheduled', 'betting', 'flying', 'crashed', 'interrupted', 'void'] as const

function isOlder(round: AviatorRound, known: AviatorRound | null): boolean {
  if (known === null || round.id > known.id) return false
  return round.id < known.id || ORDER.indexOf(round.state) < ORDER.indexOf(known.state)
}

function withRound(state: AviatorState, round: AviatorRound): AviatorState {
  if (isOlder(round, state.round)) return state
  const isNew = round.id !== state.round?.id
  return settleOwnBets({
    ...state,
    open: true,
    round,
    live: isNew ? null : state.live,
    history: round.endedAt === null ? state.history : withEnd(state.history, round),
    mine: state.mine.filter((bet) => bet.roundId >= round.id),
  })
}

const withEnd = (history: AviatorState['history'], { id, crash }: AviatorRound): AviatorState['history'] =>
  [{ id, crash }, ...history.filter((each) => each.id !== id)].slice(0, HISTORY)

export function withBet(state: AviatorState, bet: AviatorBet): AviatorState {
  if (state.round !== null && bet.roundId < state.round.id) return state
  const known = state.mine.find(({ id }) => id === bet.id)
  if (known === undefined) return settleOwnBets({ ...state, mine: [...state.mine, bet] })
  // A settled bet does not become open again. A lost bet becomes cashed out if the cash-out was received in time.
  const isOutdated = known.state !== 'placed' && (bet.state === 'placed' || known.state === 'cashed-out')
  if (isOutdated) return state
  return settleOwnBets({ ...state, mine: state.mine.map((each) => (each.id === bet.id ? bet : each)) })
}

/** Marks bets as lost at the crash unless they reached their target, because the stream sends no event per lost bet. */
export function settleOwnBets(state: AviatorState): AviatorState {
  const { round } = state
  if (round === null || round.state !== 'crashed' || round.crash === null) return state
  const crash = round.crash
  const mine = state.mine.map((bet): AviatorBet => {
    const isLost = bet.state === 'placed' && bet.roundId === round.id && (bet.target === null || bet.target > crash)
    return isLost ? { ...bet, state: 'lost', decidedAt: round.endedAt } : bet
  })
  return { ...state, mine }
}

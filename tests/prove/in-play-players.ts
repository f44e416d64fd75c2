import { randomUUID } from 'node:crypto'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import type { Rulebook } from '../support/market-rules.ts'
import type { Draws } from '../support/seeded.ts'
import { isClosed } from './in-play-cashouts.ts'
import type { History } from './in-play-history.ts'
import type { Request, Response } from './in-play-nodes.ts'
import type { State } from './in-play-state.ts'
import { type Leg, type ModelTicket, type OddsPolicy, type Person, stakeLeftOf } from './in-play-tickets.ts'

/** The odds of a selection when it was last open. */
export type Offer = Leg & { readonly readAt: number; readonly isLive: boolean }
export type Board = {
  /** The selections of each live game that takes bets. */
  readonly live: () => readonly (readonly Offer[])[]
  /** The last odds of each live game that takes no bets now. */
  readonly closed: () => readonly (readonly Offer[])[]
  readonly upcoming: () => readonly (readonly Offer[])[]
  /** Selections that gain from an event that the feed does not know yet. */
  readonly gaining: () => readonly Offer[]
}

type Surroundings = {
  readonly state: State
  readonly history: History
  readonly board: Board
  readonly rulebook: Rulebook
  readonly now: () => number
  readonly tickAt: () => number
  /** Whether the model knows everything that may happen at this time: no other process works. */
  readonly isExact: () => boolean
}

const UNCERTAIN = new Set(['OFFER_CHANGED', 'CASHOUT_UNAVAILABLE', 'CASHOUT_IN_PROGRESS'])
const PART_LIMITS = new Set(['CASHOUT_PART_TOO_SMALL', 'STAKE_LEFT_TOO_SMALL', 'CASHOUT_TARGET_TOO_HIGH'])

/** The actions of players. Each sends requests and checks the answers against the model. */
export function createActions({ state, history, board, rulebook, now, tickAt, isExact }: Surroundings) {
  const parse = <T>({ text }: Response): T => JSON.parse(text) as T
  const codeOf = ({ text }: Response): string => (JSON.parse(text) as { code?: string }).code ?? ''

  /** Places a bet on some selections, at most one per game. */
  async function place(person: Person, send: Send, draws: Draws, offers: readonly Offer[]): Promise<void> {
    if (offers.length === 0) return
    const policy = draws.one<OddsPolicy>(['none', 'better', 'better', 'any'])
    const stake = 1_000 + draws.below(60) * 500 + (draws.chance(0.3) ? draws.below(100) / 100 : 0)
    const selections = offers.map(({ gameId, market, selection, odds }) => ({
      gameId,
      market,
      selection,
      odds: Number(odds) / 100,
    }))
    const body = { stake, oddsPolicy: policy, selections }
    const key = randomUUID()
    const response = await send(person, { method: 'POST', url: '/api/bets', body, key })
    const amount = BigInt(Math.round(stake * 100))
    const live = offers.filter(({ isLive }) => isLive)
    if (response.status === 201) {
      const { ticket } = parse<{ ticket: { id: string } }>(response)
      if (live.length > 0) state.fault('placement', ['a live bet did not wait'])
      person.balance -= amount
      await state.addTickets(new Map([[ticket.id, person]]))
    } else if (response.status === 202) {
      const { delayed } = parse<{ delayed: DelayedBet }>(response)
      if (live.some(({ gameId }) => isSuspended(gameId))) state.fault('placement', ['accepted on a suspended game'])
      person.balance -= amount
      person.held += amount
      person.waiting.add(delayed.id)
      const times = { createdAt: Date.parse(delayed.createdAt), decidesAt: Date.parse(delayed.decidesAt) }
      state.waiting.set(delayed.id, { id: delayed.id, person, stake: amount, policy, legs: offers, rulebook, ...times })
    } else refused(person, amount, offers, codeOf(response))
    state.count(`bet ${response.status < 300 ? response.status : codeOf(response)}`)
    if (response.status < 300) person.sent.push({ key, body, status: response.status, text: response.text })
  }

  function refused(person: Person, amount: bigint, offers: readonly Offer[], code: string): void {
    if (code === 'INSUFFICIENT_BALANCE' || code === 'NEGATIVE_BALANCE') {
      if (isExact() && person.balance >= amount) state.fault('placement', [`${code} with ${person.balance}`])
      return
    }
    const isExplained =
      ['ODDS_CHANGED', 'MARKET_UNAVAILABLE', 'GAME_CLOSED'].includes(code) &&
      (!isExact() || offers.some(({ gameId, readAt, isLive }) => readAt < now() || (isLive && isDoubtful(gameId))))
    if (!isExplained) state.fault('placement', [`refused with ${code}`])
  }
  /** Another process has the time at which the tick began. */
  const isSuspended = (gameId: string): boolean =>
    [now(), ...(isExact() ? [] : [tickAt()])].every((at) => history.suspension(gameId, at) === 'certain')
  const isDoubtful = (gameId: string): boolean => history.suspension(gameId, now()) !== null

  /** Sends an answered bet again. The answer is the first one. */
  async function repeat(person: Person, send: Send, draws: Draws): Promise<void> {
    if (person.sent.length === 0) return
    const { key, body, status, text } = draws.one(person.sent.slice(-20))
    const again = await send(person, { method: 'POST', url: '/api/bets', body, key })
    if (again.status !== status || again.text !== text) state.fault('repetition', [`${again.status} ${again.text}`])
  }

  const cashoutUrl = ({ id }: ModelTicket): string => `/api/bets/${id}/cashout`

  /** Reads the offer of a ticket; null without one. */
  async function offerOf(ticket: ModelTicket, send: Send): Promise<number | null> {
    const response = await send(ticket.person, { method: 'GET', url: cashoutUrl(ticket) })
    const { state: offered, offer, stakeLeft } = parse<Cashout>(response)
    if (offered !== 'offered' || offer === null) return null
    const left = BigInt(Math.round(stakeLeft * 100))
    if (isClosed(history, ticket, now()) && (isExact() || isClosed(history, ticket, tickAt())))
      state.fault(`ticket ${ticket.id}`, ['has an offer on a closed game'])
    if (isExact() && left !== stakeLeftOf(ticket)) state.fault(`ticket ${ticket.id}`, [`has the stake ${left} left`])
    return offer
  }

  /** Cashes out all of the stake left or a part of it. */
  async function cashOut(ticket: ModelTicket, send: Send, draws: Draws): Promise<void> {
    const offer = await offerOf(ticket, send)
    if (offer === null) return
    const part = draws.chance(0.7) ? partOf(ticket, draws) : null
    const body = { offer, ...(part === null ? {} : { stake: Number(part) / 100 }) }
    const request: Request = { method: 'POST', url: cashoutUrl(ticket), body, key: randomUUID() }
    const response = await send(ticket.person, request)
    const code = response.status < 300 ? `acceptance ${response.status}` : codeOf(response)
    state.count(code)
    if (response.status < 300) state.watched.add(ticket.id)
    else if (!PART_LIMITS.has(code) && (isExact() || !UNCERTAIN.has(code)))
      state.fault('cashout', [`refused with ${code}`])
  }

  /** A percentage of the stake left, or any amount. */
  function partOf(ticket: ModelTicket, draws: Draws): bigint {
    const left = stakeLeftOf(ticket)
    if (draws.chance(0.7)) return (left * BigInt(10 * (1 + draws.below(9)))) / 100n
    return 1n + BigInt(draws.below(Number(left)))
  }

  async function setRule(ticket: ModelTicket, send: Send, draws: Draws): Promise<void> {
    const offer = await offerOf(ticket, send)
    const base = offer ?? Number(stakeLeftOf(ticket)) / 100
    const target = Math.max(1, Math.round(base * (80 + draws.below(80)))) / 100
    const percent = draws.chance(0.4) ? 100 : 10 * (1 + draws.below(9))
    const url = `${cashoutUrl(ticket)}/automatic`
    const response = await send(ticket.person, { method: 'PUT', url, body: { target, percent } })
    const code = response.status < 300 ? 'rule set' : codeOf(response)
    state.count(code)
    if (response.status < 300) {
      ticket.rule = { target: BigInt(Math.round(target * 100)), percent, setAt: now() }
      state.watched.add(ticket.id)
    } else if (!PART_LIMITS.has(code) && (isExact() || !UNCERTAIN.has(code)))
      state.fault('rule', [`refused with ${code}`])
  }

  async function removeRule(ticket: ModelTicket, send: Send): Promise<void> {
    const response = await send(ticket.person, { method: 'DELETE', url: `${cashoutUrl(ticket)}/automatic` })
    if (response.status === 200) ticket.rule = null
    else state.fault('rule', [`not removed: ${response.text}`])
  }

  /** Reads balance and waiting bets, which must equal the model's. */
  async function read(person: Person, send: Send): Promise<void> {
    const wallet = parse<{ balance: number; held: number }>(await send(person, { method: 'GET', url: '/api/wallet' }))
    const { items } = parse<{ items: DelayedBet[] }>(await send(person, { method: 'GET', url: '/api/delayed-bets' }))
    if (!isExact()) return
    const expected = [Number(person.balance) / 100, Number(person.held) / 100]
    if (wallet.balance !== expected[0] || wallet.held !== expected[1])
      state.fault('wallet', [`${JSON.stringify(wallet)}, not ${expected.join(' and ')}`])
    const waiting = items.filter((bet) => bet.state === 'waiting').map(({ id }) => id)
    if (waiting.toSorted().join() !== [...person.waiting].toSorted().join())
      state.fault('wallet', ['other waiting bets'])
  }

  return {
    /** One random action of a player. */
    act(person: Person, send: Send, draws: Draws): Promise<void> {
      const roll = draws.below(100)
      const open = person.tickets.slice(-40).filter(({ status }) => status === 'pending')
      const oneOf = (groups: readonly (readonly Offer[])[], most: number): Offer[] =>
        draws.some(groups, 1 + draws.below(most)).map((group) => draws.one(group))
      if (roll < 4) return place(person, send, draws, oneOf(board.closed(), 1))
      if (roll < 36) return place(person, send, draws, oneOf(board.live(), draws.chance(0.7) ? 1 : 3))
      if (roll < 43) return place(person, send, draws, [...oneOf(board.live(), 1), ...oneOf(board.upcoming(), 2)])
      if (roll < 50) return place(person, send, draws, oneOf(board.upcoming(), 3))
      if (roll < 58) return place(person, send, draws, board.gaining().length > 0 ? [draws.one(board.gaining())] : [])
      if (roll < 63) return repeat(person, send, draws)
      if (roll < 68 || open.length === 0) return read(person, send)
      const ticket = draws.one(open)
      if (roll < 86) return cashOut(ticket, send, draws)
      if (roll < 97) return setRule(ticket, send, draws)
      return removeRule(ticket, send)
    },
  }
}

export type Send = (person: Person, request: Request) => Promise<Response>

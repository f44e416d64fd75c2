import { randomUUID } from 'node:crypto'
import type { placeBet } from '@mupiira/contract/bets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import type { Market } from '@mupiira/contract/games.ts'
import { type Client, type Reply, requestUntilServed } from '../support/client.ts'
import { asPlaced, deposit } from '../support/player.ts'
import type { Draws } from '../support/seeded.ts'
import {
  type BetRequest,
  type ExpectedState,
  type ExpectedGame,
  type ExpectedPlayer,
  type ExpectedTicket,
  hundredths,
  stakeLeftOf,
  UNKNOWN_MARKET,
} from './expected-state.ts'
import { promised, shownTotalOf, winLeft } from './model-promises.ts'
import { legOutcome, type Leg } from './model-rules.ts'
import { moment } from './model-timeline.ts'

export type Board = {
  /** Games with their last read prices. */
  readonly offered: Map<string, { readonly markets: readonly Market[]; readonly lookedAt: number }>
  readonly look: (gameId: string) => Promise<void>
}

export type Person = {
  readonly expected: ExpectedPlayer
  readonly phone: string
  client: Client
  /** The last requests, for retries. */
  readonly sent: { readonly key: string; readonly body: Slip; readonly response: Reported }[]
}

type Slip = BodyOf<typeof placeBet>
type Reported = { readonly status: number; readonly text: string }
type Bet = BetRequest & { readonly body: Slip }

/** Excludes the markets that need more than a score. */
const NEEDS_MORE = new Set<string>(
  MARKETS.filter(({ decidedBy }) => ['first goal', 'scorers', 'qualifier'].includes(decidedBy)).map(({ id }) => id),
)
/** A push would split a combination; as the only leg of its game it is void. */
const MAY_PUSH = 'draw_no_bet'
const ENDED_WITHIN_MS = 1_000
/** A part of a smaller stake may be refused as too small. */
const SMALLEST_WITH_PARTS = 2_000_000n
// Shorter than the 5 minutes for which the full stake is offered.
const FULL_STAKE_MS = 280_000

/** Describes a difference between product and model, with all data needed to reproduce it. */
export class Difference extends Error {}

/** Actions of one player; each returns its number of requests. */
export function createModelPlayers(expected: ExpectedState, board: Board, draws: Draws) {
  /** Counts of the responses to bets. */
  const answers = new Map<string, number>()
  const differ = (what: string, facts: object): never => {
    throw new Difference(
      `${what}\n${JSON.stringify(facts, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each), 2)}`,
    )
  }

  function chooseLegs(): BetRequest['legs'] {
    const wanted = draws.one([1, 1, 1, 2, 2, 3, 3, 4, 6])
    const games = draws.some([...board.offered.keys()], wanted)
    const isCombined = draws.chance(0.15)
    const legs = games.flatMap((gameId, at) => {
      const count = at === 0 && isCombined ? draws.one([2, 2, 3]) : 1
      return drawLegs(gameId, count)
    })
    if (draws.chance(0.01)) return []
    if (draws.chance(0.01)) return [...legs, { ...unknown, gameId: randomUUID() }]
    if (draws.chance(0.005)) return [...legs, { ...unknown, gameId: undefined }]
    const [first] = legs
    if (draws.chance(0.01) && first !== undefined) return [{ ...first, ...unknown }, ...legs.slice(1)]
    return legs
  }
  const unknown = { market: UNKNOWN_MARKET, selection: 'home', category: UNKNOWN_MARKET, odds: 2 }

  function drawLegs(gameId: string, count: number): BetRequest['legs'] {
    const offered = board.offered.get(gameId)?.markets ?? []
    const fitting = offered.filter(({ id }) => !NEEDS_MORE.has(id) && (count === 1 || id !== MAY_PUSH))
    const priced = fitting.flatMap((market) => {
      const selections = market.selections.filter(({ odds }) => odds !== null)
      return selections.length === 0 ? [] : [{ market, selections }]
    })
    return draws.some(priced, count).map(({ market, selections }) => {
      const { id, odds } = draws.one(selections)
      return { gameId, market: market.id, selection: id, category: market.category, odds: odds ?? 1 }
    })
  }

  function drawStake(player: ExpectedPlayer): number {
    const roll = draws.below(100)
    if (roll < 78) return 25_000 + draws.below(30_000) + (draws.chance(0.2) ? draws.below(100) / 100 : 0)
    if (roll < 89) return 10_000 + draws.below(15_000)
    if (roll < 92) return draws.below(10_000)
    if (roll < 93) return -draws.below(2) * 1_000
    if (roll < 95) return 5_000_001 + draws.below(1_000_000)
    if (roll < 96) return 30_000.125
    return Math.max(1, Math.ceil(Number(player.balance) / 100) + draws.one([-1, 0, 1, 50_000]))
  }

  function writeBet(player: ExpectedPlayer): Bet {
    const legs = chooseLegs()
    const stake = drawStake(player)
    const style = draws.one(['any', 'any', 'any', 'seen', 'seen', 'excessive'] as const)
    const factor = style === 'any' ? 0 : style === 'seen' ? 1 : 4
    const body: Slip = {
      stake,
      ...(style === 'any' ? { acceptOddsChanges: true } : {}),
      selections: legs.map(({ gameId, market, selection, odds }) => ({
        ...(gameId === undefined ? {} : { gameId }),
        market,
        selection,
        odds: Math.max(1, Math.round(odds * factor * 100) / 100),
      })),
    }
    const looks = legs.map(({ gameId }) => board.offered.get(gameId ?? '')?.lookedAt ?? 0)
    return { player, stake, legs, style, lookedAt: Math.min(moment(), ...looks), body }
  }

  const codeOf = (reply: Reply<'POST /api/bets'>): string => (reply.ok ? 'ACCEPTED' : reply.problem.code)

  /** Several concurrent bets of one player, each sent once or more with its key. */
  async function place(person: Person, bets: number): Promise<number> {
    const sentBets = Array.from({ length: bets }, () => {
      const copies = draws.chance(0.15) ? 2 + draws.below(2) : 1
      return { bet: writeBet(person.expected), key: randomUUID(), copies }
    })
    const { client } = person
    const from = moment()
    const answered = await Promise.all(
      sentBets.map(async ({ bet, key, copies }) =>
        Promise.all(
          Array.from({ length: copies }, () =>
            requestUntilServed(client, 'POST /api/bets', { body: bet.body, idempotencyKey: key }),
          ),
        ),
      ),
    )
    const to = moment()
    const evaluated = sentBets.map(({ bet }) => {
      const others = sentBets.filter((each) => each.bet !== bet).map((each) => each.bet.stake)
      return expected.answersOf(
        bet,
        from,
        to,
        others.filter((stake) => stake > 0),
      )
    })
    const bounds = expected.funds(person.expected, 0n)
    const accepted: { bet: Bet; ticket: Ticket }[] = []
    for (const [at, replies] of answered.entries()) {
      const { bet, key } = sentBets[at] as (typeof sentBets)[number]
      const possible = evaluated[at] ?? new Set()
      const unexpected = replies.find((reply) => !possible.has(codeOf(reply)))
      if (unexpected !== undefined)
        differ(`a bet was answered ${codeOf(unexpected)}, and the model knows only ${[...possible].join(', ')}`, {
          ...factsOf(person.expected, from, to),
          bet: bet.body,
          style: bet.style,
          answer: unexpected.response.text,
          beside: sentBets.length - 1,
          legs: bet.legs.map((leg) => ({ ...leg, states: expected.games.get(leg.gameId ?? '')?.state.seen(from, to) })),
        })
      const code = codeOf(replies[0] as (typeof replies)[number])
      answers.set(code, (answers.get(code) ?? 0) + 1)
      const answered = replies.filter(({ status }) => status === 201 || status === 422)
      if (new Set(answered.map(({ response }) => response.text)).size > 1)
        differ('one key has two answers', { answers: answered.map(({ response }) => response.text) })
      const taken = replies.find((reply) => reply.ok)
      if (taken?.ok === true) {
        accepted.push({ bet, ticket: asPlaced(taken.body).ticket })
        const after = hundredths(taken.body.balance)
        if (after < 0n || after > bounds.most) differ('a bet left an impossible balance', { after, bounds })
      }
      const [first] = answered
      if (first !== undefined) remember(person, { key, body: bet.body, response: first.response })
    }
    for (const { bet, ticket } of accepted) checkTaken(bet, ticket, person.expected)
    return sentBets.reduce((sum, { copies }) => sum + copies, 0)
  }

  function remember(person: Person, request: Person['sent'][number]): void {
    person.sent.push(request)
    if (person.sent.length > 12) person.sent.shift()
  }

  function checkTaken(bet: Bet, ticket: Ticket, player: ExpectedPlayer): void {
    const same = ticket.selections.every((leg, at) => {
      const betLeg = bet.legs[at]
      return leg.gameId === betLeg?.gameId && leg.market === betLeg.market && leg.selection === betLeg.selection
    })
    if (!same || ticket.selections.length !== bet.legs.length || ticket.totalStake !== bet.stake)
      differ('a ticket is not the bet', { bet: bet.body, ticket })
    // The total odds on the slip must not fall. The odds of a single selection may fall (D17a).
    if (bet.style === 'seen' && shownTotalOf(ticket.selections) < shownTotalOf(bet.legs))
      differ('a bet was taken at a worse total than was seen', { bet: bet.body, ticket })
    expected.acceptBet(
      player,
      ticket,
      [...Map.groupBy(ticket.selections, (leg) => leg.gameId)].map(([gameId, legs]) => ({
        gameId,
        odds: legs.length === 1 ? hundredths(legs[0]?.odds ?? 0) : 0n,
        legs: legs.map(({ market, selection }) => ({ market, selection })),
      })),
    )
  }

  /** Reuses an old key with the same or another body. Expects the first response or a conflict. */
  async function repeat(person: Person): Promise<number> {
    if (person.sent.length === 0) return 0
    const { key, body, response } = draws.one(person.sent)
    const isChanged = draws.chance(0.4)
    const from = moment()
    const reply = await requestUntilServed(person.client, 'POST /api/bets', {
      body: isChanged ? { ...body, stake: body.stake + 1 } : body,
      idempotencyKey: key,
    })
    if (isRefusedAsSuspended(person, from, reply.status)) return 1
    const { status, text } = reply.response
    if (isChanged && reply.ok === false && reply.problem.code === 'IDEMPOTENCY_KEY_REUSED') return 1
    // A stake with more than two decimals is refused before the key is looked up.
    if (isChanged && reply.ok === false && reply.problem.code === 'AMOUNT_TOO_PRECISE') return 1
    if (isChanged || status !== response.status || text !== response.text)
      differ('an old key got a new response', { isChanged, body, first: response, again: { status, text } })
    return 1
  }

  /** Checks the refusal of a suspended player: suspended, or not logged in. */
  function isRefusedAsSuspended({ expected: player }: Person, from: number, status: number): boolean {
    // Sessions end within a second; money rules check the account itself.
    const states = player.account.seen(from - ENDED_WITHIN_MS, moment())
    const isRefused = status === 401 || status === 403
    if (isRefused && !player.account.seen(from, moment()).includes('suspended'))
      differ('an active player was shut out', { player: player.id, status })
    if (!isRefused && !states.includes('active')) differ('a suspended player was let in', { player: player.id, status })
    return isRefused
  }

  const gamesOf = (ticket: ExpectedTicket): ExpectedGame[] =>
    ticket.games.flatMap(({ gameId }) => expected.games.get(gameId) ?? [])

  /** Returns whether no event has affected the ticket's games since it was placed. */
  const isUnaffected = (ticket: ExpectedTicket, to: number): boolean =>
    gamesOf(ticket).every(
      ({ state, prices, endsFrom }) =>
        endsFrom === null &&
        state.seen(Number.NEGATIVE_INFINITY, to).every((seen) => seen === 'open') &&
        prices.seen(Number.NEGATIVE_INFINITY, to).length === 1,
    )

  const hasLostBefore = (ticket: ExpectedTicket, from: number): boolean =>
    gamesOf(ticket).some(({ id, ending, endedBy, firstLiveAt, correctedFrom }) => {
      if (correctedFrom !== null) return false
      if (ending === null || ending === 'void' || endedBy === null || endedBy > from) return false
      if (firstLiveAt !== null && ticket.createdAt > firstLiveAt) return false
      const legs = ticket.games.find((game) => game.gameId === id)?.legs ?? []
      const { rulebook } = ticket.served
      return legs.some((leg: Leg) => legOutcome(ending, leg, rulebook) === 'lost')
    })

  /** A part of the stake left: 10 % to 90 % of it. */
  const drawPart = (ticket: ExpectedTicket): bigint => (stakeLeftOf(ticket) * BigInt(1 + draws.below(9))) / 10n

  async function cashOut(person: Person): Promise<number> {
    const open = person.expected.tickets.filter((ticket) => ticket.end === null && ticket.checking === null)
    const all = draws.chance(0.9) ? open : person.expected.tickets
    if (all.length === 0) return 0
    const ticket = draws.one(all)
    const params = { id: ticket.id }
    const from = moment()
    const look = await requestUntilServed(person.client, 'GET /api/bets/{id}/cashout', { params })
    if (isRefusedAsSuspended(person, from, look.status)) return 1
    if (!look.ok) return differ('a ticket shows no cashout', { ticket: ticket.served, answer: look.response.text })
    const { state, offer: offered } = look.body
    const left = Number(stakeLeftOf(ticket)) / 100
    const isPlain = ticket.end === null && isUnaffected(ticket, moment())
    const isNew = Date.now() - ticket.createdAt.getTime() < FULL_STAKE_MS
    if (isPlain && isNew && ticket.checking === null && offered !== left)
      differ('the stake left is not offered', { ticket: ticket.served, cashout: look.body })
    if (isPlain && (offered ?? 0) > left) differ('too much is offered', { ticket: ticket.served })
    if (state !== 'offered' || offered === null) return 1
    if (hundredths(offered) > ticket.potentialWin) differ('more is offered than can be won', { ticket, offered })
    const factor = draws.one([1, 1, 1, 1, 1, 1.005, 1.04, 0.999])
    const changedStake = Math.round(offered * factor * 100) / 100
    const hasParts = stakeLeftOf(ticket) >= SMALLEST_WITH_PARTS && expected.hasOtherBets(person.expected)
    const part = hasParts && draws.chance(0.4) ? drawPart(ticket) : null
    const body = { offer: changedStake, stakeLeft: left, ...(part === null ? {} : { stake: Number(part) / 100 }) }
    const request = { params, body, idempotencyKey: randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: draws.chance(0.3) ? 3 : 1 }, () =>
        requestUntilServed(person.client, 'POST /api/bets/{id}/cashout', request),
      ),
    )
    const answered = replies.filter(({ status }) => status < 300)
    if (new Set(answered.map(({ response }) => response.text)).size > 1)
      differ('one key has two cashouts', { replies: answered })
    const [done] = answered
    // A session of a suspended player ends within a second, so the offer may still have been served.
    const isActive = person.expected.account.seen(from, moment()).every((state) => state === 'active')
    const sure = isPlain && isActive && isUnaffected(ticket, moment())
    if (sure && isNew && offered < changedStake * 0.99 === (done !== undefined))
      differ('a cashout of an untouched ticket went the other way', {
        wish: changedStake,
        answers: replies.map(({ response }) => response.text),
      })
    if (done?.ok !== true) {
      for (const { status } of replies) if (status !== 422) isRefusedAsSuspended(person, from, status)
      return 1 + replies.length
    }
    if ((ticket.end !== null && !expected.isUncertain(ticket)) || hasLostBefore(ticket, from))
      differ('a ticket that is over was cashed out', { ticket, answer: done.response.text })
    const paid = done.body.offer ?? 0
    const accepted = part === null ? hundredths(changedStake) : (hundredths(changedStake) * part) / stakeLeftOf(ticket)
    if (hundredths(paid) > accepted || (hundredths(paid) + 1n) * 100n < accepted * 99n)
      differ('another sum was paid', { request, answer: done.body })
    if (done.body.state !== 'paid') ticket.checking = { offer: accepted, part }
    else if (part !== null) expected.cashOutPart(person.expected, ticket, part, hundredths(paid))
    else expected.cashOut(person.expected, ticket, hundredths(paid), sure ? false : null)
    return 1 + replies.length
  }

  /** The owner opens a ticket: its terms are unchanged, and a final status does not change. */
  async function open(person: Person): Promise<number> {
    if (person.expected.tickets.length === 0) return 0
    const ticket = draws.chance(0.7) ? draws.one(person.expected.tickets.slice(-6)) : draws.one(person.expected.tickets)
    const from = moment()
    const reply = await requestUntilServed(person.client, 'GET /api/bets/{id}', { params: { id: ticket.id } })
    if (isRefusedAsSuspended(person, from, reply.status)) return 1
    if (!reply.ok) return differ('a ticket is gone', { ticket: ticket.served, answer: reply.response.text })
    const now = reply.body
    const was = promised({ ...ticket.served, potentialWin: winLeft(ticket, now) })
    if (JSON.stringify(promised(now)) !== JSON.stringify(was))
      differ('a ticket has changed its promise', { was, is: promised(now) })
    if (
      ticket.end !== null &&
      !expected.isUncertain(ticket) &&
      (now.status !== ticket.end.status || hundredths(now.payout ?? 0) !== ticket.end.payout)
    )
      differ('a ticket that was over has changed', { end: ticket.end, now })
    return 1
  }

  async function count(person: Person): Promise<number> {
    const from = moment()
    const reply = await requestUntilServed(person.client, 'GET /api/wallet', {})
    if (isRefusedAsSuspended(person, from, reply.status) || !reply.ok) return 1
    const bounds = expected.funds(person.expected, 0n)
    const balance = hundredths(reply.body.balance)
    if (balance < bounds.least || balance > bounds.most) {
      const { items } = await person.client.must('GET /api/wallet/statement', { query: { limit: 60 } })
      const tickets = person.expected.tickets
        .slice(-40)
        .map((ticket) => ({ ...ticket, ends: ticket.games.map((game) => expected.games.get(game.gameId)) }))
      differ('a balance is out of bounds', {
        ...factsOf(person.expected, from, moment()),
        balance,
        statement: items,
        tickets,
      })
    }
    return 1
  }

  async function payIn(person: Person): Promise<number> {
    if (person.expected.account.latest() === 'suspended') return 0
    const amount = 100_000 + draws.below(400_000)
    person.expected.coming = hundredths(amount)
    const from = moment()
    try {
      const paid = await deposit({ ...person, userId: person.expected.id, password: '' }, amount, person.phone)
      if (paid.status === 'success') person.expected.balance += hundredths(amount)
      person.expected.coming = 0n
    } catch (refusal) {
      // The player was suspended, or maintenance began. The next inspection finds out whether the deposit arrived.
      const isExcused =
        person.expected.account.seen(from, moment()).includes('suspended') ||
        expected.settings.seen(from, moment()).some((set) => set.maintenance_mode)
      if (!isExcused) throw refusal
    }
    return 1
  }

  const factsOf = (player: ExpectedPlayer, from: number, to: number): object => ({
    player: player.id,
    account: player.account.seen(from, to),
    funds: expected.funds(player, 0n),
    validTickets: player.validTickets,
    placed: [...player.placed],
    settings: expected.settings.seen(from, to),
  })

  return { answers, place, repeat, cashOut, open, count, payIn }
}

import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import { requestDeposit, requestWithdrawal } from '@mupiira/contract/payments.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { Modules } from '../compose.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type GameRow, isOpen } from '../modules/catalogue/index.ts'
import type { FeedGame } from '../modules/catalogue/ports.ts'
import { DEMO_PLAYER } from '../demo-accounts.ts'
import { type Chance, pickFrom } from './chance.ts'
import { generatePeople, type Person } from './people.ts'
import { placeTicket } from './place-ticket.ts'
import { matchesOfDay, reportAt, type Season, type SeasonMatch } from './season.ts'
import type { Sessions } from './session.ts'

export type Player = Person & { readonly id: string }
export type OpenMatch = { readonly game: GameRow; readonly match: SeasonMatch }
export type RunningBet = { readonly id: string; readonly player: Player; readonly startsAt: Date }
/** Advances the clock of the history. */
export type AdvanceClock = (ms: number) => void
/** Work at an hour of the day in Kampala, such as 19.5. */
export type HourlyWork = readonly [hour: number, work: (forward: AdvanceClock) => Promise<unknown>]

type Deps = {
  readonly kernel: Kernel
  readonly modules: Modules
  readonly sessions: Sessions
  readonly chance: Chance
  readonly season: Season
  readonly results: ReadonlyMap<string, FeedGame>
  readonly days: number
  readonly players: number
  /** The end of the history. */
  readonly end: Date
}

const SELECTIONS: readonly (readonly [MarketId, string])[] = [
  ['1x2', '1'],
  ['1x2', '1'],
  ['1x2', '2'],
  ['1x2', 'X'],
  ['double_chance', '1X'],
  ['over_under', 'over_2.5'],
  ['over_under', 'over_1.5'],
  ['over_under', 'under_2.5'],
  ['btts', 'yes'],
]
/** The countries whose leagues receive most of the players' bets. */
const POPULAR: readonly (string | null)[] = ['England', 'Uganda', 'Spain', 'Italy', 'Germany', 'France']
const LEGS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 6]
const FIRST_STAKE = 25_000
const CASHED_OUT = 0.08
/** The countries in which one match is cancelled every third day. */
const CANCELLED_COUNTRIES = ['England', 'Uganda']
/** Only matches older than the feed's reported results are cancelled, so the feed never contradicts a cancellation. */
const CANCELLED_BEFORE_DAYS = 3
const JUST_BEGUN_MS = 15 * MINUTE_MS

/** The players' part of the history: registrations, payments, bets and cash-outs, and the matches that they bet on. */
export function createActivity({
  kernel,
  modules,
  sessions,
  chance,
  season,
  results,
  days,
  players: count,
  end,
}: Deps) {
  const { catalogue, identity, payments, pricing, settlement, wallet } = modules
  const people = generatePeople(count, days, chance)
  const players: Player[] = []
  const playersWithBets = new Set<string>()
  let running: RunningBet[] = []
  let matches: SeasonMatch[] = []
  let passwordHash: string | undefined
  const now = (): Date => kernel.clock.now()
  const cancelled = new Set<string>()

  async function loadMatches(day: number): Promise<void> {
    const today = startOfDay(now())
    const played = await matchesOfDay(season, today)
    matches = [...played, ...(await matchesOfDay(season, new Date(today.getTime() + DAY_MS)))]
    if (day % 3 !== 0 || day >= days - CANCELLED_BEFORE_DAYS) return
    for (const country of CANCELLED_COUNTRIES) {
      const match = played.find(({ game }) => game.country === country)
      if (match !== undefined) cancelled.add(match.id)
    }
  }

  /** Reports matches as the feed does: with current odds before they start, and with their result at the end. */
  async function reportMatches(reported: readonly SeasonMatch[]): Promise<void> {
    const reports = reported.map((match) =>
      reportAt(match, { isCancelled: cancelled.has(match.id), reported: results.get(match.id), end }, now()),
    )
    const odds = new Map(reported.map(({ id, odds: quote }) => [id, { ...quote, quotedAt: now() }]))
    await catalogue.feed.ingest(reports, odds, now(), now())
  }

  async function report(): Promise<void> {
    await reportMatches(matches)
    await settlement.commands.settleNow()
    running = running.filter(({ startsAt }) => startsAt > now())
  }

  async function register(day: number): Promise<void> {
    passwordHash ??= await identity.passwords.hash(DEMO_PLAYER.password)
    const hash = passwordHash
    const joining = people.filter(({ joinDay }) => joinDay === day)
    const accounts = joining.map(({ firstName, lastName, location, phoneNumber }) => ({
      firstName,
      lastName,
      location,
      phoneNumber,
      passwordHash: hash,
    }))
    const created = await kernel.db.transaction((tx) => identity.accounts.createAll(tx, accounts, now()))
    for (const [at, person] of joining.entries()) {
      const profile = created[at]
      if (profile != null) players.push({ ...person, id: profile.id })
    }
  }

  async function processPayments(forward: AdvanceClock): Promise<void> {
    await payments.commands.idle()
    forward(10 * SECOND_MS)
    await payments.commands.processDue()
  }

  const balancesOf = async (of: readonly Player[]): Promise<ReadonlyMap<string, number>> => {
    const balances = await wallet.accounts.balances(of.map(({ id }) => id))
    return new Map([...balances].map(([id, { balance }]) => [id, Number(balance / 100n)]))
  }

  const stakeOf = ({ id, stake }: Player): number => (playersWithBets.has(id) ? stake : Math.max(stake, FIRST_STAKE))

  async function deposit(day: number, of: readonly Player[], forward: AdvanceClock): Promise<void> {
    const balances = await balancesOf(of)
    const payers = of.filter((player) => (balances.get(player.id) ?? 0) < stakeOf(player))
    await Promise.all(
      payers.map(async ({ id, number, phoneNumber, method, stake }) => {
        const times = 2 + Math.floor(chance(`deposit ${day} ${number}`) * 4)
        const amount = Math.max(25_000, Math.ceil((stake * times) / 5_000) * 5_000)
        const call = await sessions.of(id)
        await call(requestDeposit, { body: { amount, phoneNumber, method } })
      }),
    )
    await processPayments(forward)
  }

  async function withdraw(day: number, forward: AdvanceClock): Promise<void> {
    const balances = await balancesOf(players)
    await Promise.all(
      players.map(async ({ id, number }) => {
        const balance = balances.get(id) ?? 0
        if (balance < 120_000 || chance(`withdrawal ${day} ${number}`) > 0.3) return
        const call = await sessions.of(id)
        await call(requestWithdrawal, { body: { amount: Math.floor(balance / 2_000) * 1_000 } })
      }),
    )
    await processPayments(forward)
  }

  /** Most bets are on the first games of the list, which are those of the popular leagues. */
  async function bet(name: string, player: Player, open: readonly GameRow[]): Promise<void> {
    const draw = (what: string): number => chance(`bet ${name} ${player.number} ${what}`)
    const legs = Array.from({ length: pickFrom(LEGS, draw('legs')) }, (_, leg) => {
      const game = pickFrom(open, draw(`game ${leg}`) ** 2)
      return { game, pick: pickFrom(SELECTIONS, draw(`selection ${leg}`)) }
    })
    const byGame = [...new Map(legs.map((leg) => [leg.game.id, leg])).values()]
    const picks = byGame.map(({ game, pick: [market, selection] }) => ({ gameId: game.id, market, selection }))
    const call = await sessions.of(player.id)
    const ticketId = await placeTicket(call, pricing, { stake: stakeOf(player), picks }, now())
    if (ticketId === null) return
    playersWithBets.add(player.id)
    const startsAt = new Date(Math.min(...byGame.map(({ game }) => game.startTime.getTime())))
    running.push({ id: ticketId, player, startsAt })
  }

  async function openGames(): Promise<GameRow[]> {
    const until = new Date(now().getTime() + DAY_MS)
    const soon = new Date(now().getTime() + 10 * MINUTE_MS)
    const offered = new Set(matches.map(({ id }) => id))
    const shown = await catalogue.games.open(until)
    return shown
      .filter((game) => offered.has(game.feedMatchId ?? '') && game.startTime > soon && isOpen(game, now()))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  async function betsOfHour(day: number, name: string, share: number, forward: AdvanceClock): Promise<void> {
    await report()
    const weekend = [0, 6].includes(now().getUTCDay()) ? 1.5 : 1
    const active = players.filter(
      ({ number, activity }) => chance(`active ${day} ${name} ${number}`) < activity * share * weekend,
    )
    await deposit(day, active, forward)
    const open = await openGames()
    if (open.length === 0) return
    await Promise.all(active.map((player) => bet(`${day} ${name}`, player, open)))
  }

  const leavesEarly = ({ player }: RunningBet): boolean =>
    chance(`cash-out ${player.number} ${now().getTime()}`) < CASHED_OUT

  async function cashOut(): Promise<void> {
    for (const { id, player } of running.filter(leavesEarly)) {
      const call = await sessions.of(player.id)
      const current = await call(getCashout, { params: { id } })
      if (current?.offer == null) continue
      const paid = await call(acceptCashout, { params: { id }, body: { offer: current.offer } })
      if (paid !== null) running = running.filter((each) => each.id !== id)
    }
  }

  return {
    players: players as readonly Player[],
    processPayments,
    reportMatches,
    /** The matches that have just kicked off and end in the history, the popular leagues first. */
    matchesUnderWay(): readonly SeasonMatch[] {
      const sinceKickOffMs = ({ startsAt }: SeasonMatch): number => now().getTime() - startsAt.getTime()
      return matches
        .filter((match) => sinceKickOffMs(match) >= 0 && sinceKickOffMs(match) <= JUST_BEGUN_MS)
        .filter(({ id, fullTime }) => fullTime !== null && !cancelled.has(id))
        .toSorted((one, other) => rankOf(one.game) - rankOf(other.game))
    },
    /** The goals that the feed reports at the end of the match; empty for older matches, which have only scores. */
    goalsOf: ({ id }: SeasonMatch): readonly GoalEvent[] => results.get(id)?.goals ?? [],
    /** The open games of the next 24 hours with their results, without matches that will be cancelled. */
    async openMatches(): Promise<OpenMatch[]> {
      await report()
      const known = new Map(matches.map((match) => [match.id, match]))
      return (await openGames()).flatMap((game) => {
        const match = known.get(game.feedMatchId ?? '')
        return match === undefined || cancelled.has(match.id) ? [] : [{ game, match }]
      })
    },
    /** Sorted by player, because concurrent bets are placed in any order. */
    runningBets: (): readonly RunningBet[] => running.toSorted((a, b) => a.player.number - b.player.number),

    hours(day: number, midnight: Date): HourlyWork[] {
      const bets = (name: string, share: number) => (forward: AdvanceClock) => betsOfHour(day, name, share, forward)
      const yesterday = dayKey(new Date(midnight.getTime() - DAY_MS))
      const evening: HourlyWork[] = [16.6, 18.6, 19.6, 20.6, 21.6, 22.6].map((hour) => [hour, report])
      return [
        [
          9,
          async (forward) => {
            await loadMatches(day)
            await register(day)
            await bets('morning', 0.1)(forward)
          },
        ],
        [13, bets('noon', 0.2)],
        [15, async () => cashOut()],
        [17.4, bets('afternoon', 0.3)],
        [17.7, async () => cashOut()],
        [19.2, bets('evening', 0.25)],
        ...evening,
        [23, (forward) => withdraw(day, forward)],
        ...(day > 0 ? [[0, () => payments.administration.reconciliation.run(yesterday)] as const] : []),
      ]
    },

    /** Bets on the next evening's games, which start after the history ends. */
    async tonight(): Promise<void> {
      await report()
      const open = await openGames()
      if (open.length === 0) return
      const balances = await balancesOf(players)
      const betting = players.filter(
        (player) => (balances.get(player.id) ?? 0) >= stakeOf(player) && chance(`tonight ${player.number}`) < 0.6,
      )
      await Promise.all(betting.map((player) => bet('tonight', player, open)))
    },
  }
}

/** The rank of the game's league; 0 is the most popular. */
function rankOf({ country }: Pick<GameRow, 'country'>): number {
  const rank = POPULAR.indexOf(country)
  return rank < 0 ? POPULAR.length : rank
}

export type Activity = ReturnType<typeof createActivity>

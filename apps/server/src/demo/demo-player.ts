import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import { requestDeposit, requestWithdrawal } from '@mupiira/contract/payments.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Modules } from '../compose.ts'
import { DEMO_PLAYER } from '../demo-accounts.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { accountId } from './account-id.ts'
import type { Activity, AdvanceClock, HourlyWork, OpenMatch } from './activity.ts'
import { type Pick, placeTicket } from './place-ticket.ts'
import type { Season, SeasonMatch } from './season.ts'
import type { Sessions } from './session.ts'

type Deps = {
  readonly kernel: Kernel
  readonly modules: Modules
  readonly sessions: Sessions
  readonly activity: Activity
  readonly season: Season
  /** Waits until all notifications exist. They get the time of the history's clock. */
  readonly notified: () => Promise<void>
}

const METHOD = 'MTN'
/** The simulated feed has a kick-off at least this often. */
const KICK_OFFS_EVERY_MS = 5 * MINUTE_MS
const PLACED_BEFORE_MS = 4 * MINUTE_MS
/** The kick-offs of the last bets, in minutes after the first one. A visitor then sees bets become live. */
const [SOON, LATER] = [15, 30]

/**
 * The activity of the demo player, whose login is in the README: payments, and bets that are won, lost or cashed out.
 * Bets are placed on matches whose results are already known, so that each kind occurs.
 */
export async function createDemoPlayer({ kernel, modules, sessions, activity, season, notified }: Deps) {
  const id = await accountId(modules, DEMO_PLAYER.phoneNumber)
  const now = (): Date => kernel.clock.now()
  const call = () => sessions.of(id)
  const bet = async (stake: number, picks: readonly Pick[]): Promise<string | null> =>
    picks.length === 0 ? null : placeTicket(await call(), modules.pricing, { stake, picks }, now())

  async function deposit(amount: number, forward: AdvanceClock): Promise<void> {
    await (
      await call()
    )(requestDeposit, { body: { amount, phoneNumber: DEMO_PLAYER.phoneNumber, method: METHOD } })
    await activity.processPayments(forward)
  }

  async function withdraw(amount: number, forward: AdvanceClock): Promise<void> {
    await (
      await call()
    )(requestWithdrawal, { body: { amount, method: METHOD } })
    await activity.processPayments(forward)
  }

  /** Bets on this evening's matches: on `right` winning sides and on `wrong` other sides, lowest odds first. */
  async function betOnTonight(stake: number, { right = 0, wrong = 0 }): Promise<string | null> {
    const tonight = (await activity.openMatches()).filter(({ game }) => game.startTime < startOfNextDay(now()))
    const lost = sidesToBack(tonight, false).slice(0, wrong)
    const others = tonight.filter(({ game }) => lost.every(({ gameId }) => gameId !== game.id))
    return bet(stake, [...lost, ...sidesToBack(others, true).slice(0, right)])
  }

  let toCashOut: string | null = null

  async function cashOut(): Promise<void> {
    if (toCashOut === null) return
    const send = await call()
    const current = await send(getCashout, { params: { id: toCashOut } })
    if (current?.offer == null) return
    await send(acceptCashout, { params: { id: toCashOut }, body: { offer: current.offer } })
  }

  const story: Readonly<Record<number, readonly HourlyWork[]>> = {
    6: [
      [10.1, (forward) => deposit(60_000, forward)],
      [13.1, () => betOnTonight(25_000, { right: 1 })],
    ],
    5: [[13.1, () => betOnTonight(15_000, { wrong: 1 })]],
    4: [[13.1, () => betOnTonight(10_000, { right: 3 })]],
    3: [[13.1, () => betOnTonight(10_000, { wrong: 1, right: 3 })]],
    2: [
      [10.1, (forward) => deposit(50_000, forward)],
      [13.1, async () => (toCashOut = await betOnTonight(25_000, { wrong: 1 }))],
      [15.1, cashOut],
    ],
    1: [
      [10.1, (forward) => withdraw(80_000, forward)],
      [13.1, () => betOnTonight(30_000, { right: 1 })],
      [13.2, () => betOnTonight(15_000, { wrong: 1, right: 2 })],
    ],
  }

  return {
    /** `daysBefore` 0 is the last day. */
    hours: (daysBefore: number): readonly HourlyWork[] =>
      (story[daysBefore] ?? []).map(([hour, work]) => [
        hour,
        async (forward) => {
          await work(forward)
          await notified()
        },
      ]),

    /**
     * The time to place the bets on the next matches, and the first kick-off of these matches. This kick-off is the
     * last one before `end`, or the next one if that has passed.
     */
    lastBets(end: Date): { readonly at: Date; readonly kickOff: Date } {
      const first = Math.ceil((now().getTime() + MINUTE_MS) / KICK_OFFS_EVERY_MS)
      const last = Math.floor(end.getTime() / KICK_OFFS_EVERY_MS)
      const kickOff = new Date(Math.max(first, last) * KICK_OFFS_EVERY_MS)
      const at = Math.max(now().getTime(), kickOff.getTime() - PLACED_BEFORE_MS)
      return { at: new Date(Math.min(at, end.getTime())), kickOff }
    },

    /** Bets on a match that is live when the history ends, and on matches that start soon afterwards. */
    async betOnNext(kickOff: Date): Promise<void> {
      const after = (minutes: number): Date => new Date(kickOff.getTime() + minutes * MINUTE_MS)
      const matches = await season(kickOff, after(LATER))
      await activity.reportMatches(matches)
      const ids = await gameIds(modules, matches, after(LATER + 1))
      const homeWins = (minutes: number): Pick[] => {
        const match = matches.find(({ startsAt }) => startsAt.getTime() === after(minutes).getTime())
        const gameId = ids.get(match?.id ?? '')
        return gameId === undefined ? [] : [{ gameId, market: '1x2', selection: '1' }]
      }
      await bet(25_000, homeWins(0))
      await bet(15_000, [...homeWins(SOON), ...homeWins(LATER)])
    },

    /** Places bets on the next evening's matches, which stay open. */
    async leaveOpen(): Promise<void> {
      const favourites = (await activity.openMatches()).map(favouriteOf).toSorted(byOdds)
      await bet(20_000, favourites.slice(0, 1).map(pickOf))
      await bet(10_000, favourites.slice(1, 5).map(pickOf))
    },
  }
}

type Side = { readonly gameId: string; readonly selection: '1' | '2'; readonly odds: number }

const byOdds = (one: Side, other: Side): number => one.odds - other.odds
const pickOf = ({ gameId, selection }: Side): Pick => ({ gameId, market: '1x2', selection })

const sidesOf = ({ game, match }: OpenMatch): readonly [Side, Side] => [
  { gameId: game.id, selection: '1', odds: match.odds.home },
  { gameId: game.id, selection: '2', odds: match.odds.away },
]

function favouriteOf(open: OpenMatch): Side {
  const [home, away] = sidesOf(open)
  return byOdds(home, away) <= 0 ? home : away
}

/** The winning side of each match, or a side that does not win. Lowest odds first. */
function sidesToBack(matches: readonly OpenMatch[], isRight: boolean): Pick[] {
  const sides = matches.flatMap((open) => {
    const { fullTime } = open.match
    if (fullTime === null) return []
    const hasWon = { 1: fullTime.home > fullTime.away, 2: fullTime.away > fullTime.home }
    return sidesOf(open)
      .filter(({ selection }) => hasWon[selection] === isRight)
      .toSorted(byOdds)
      .slice(0, 1)
  })
  return sides.toSorted(byOdds).map(pickOf)
}

async function gameIds(
  { catalogue }: Modules,
  matches: readonly SeasonMatch[],
  until: Date,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(matches.map(({ id }) => id))
  const open = await catalogue.games.open(until)
  return new Map(
    open.flatMap(({ id, feedMatchId }) => (wanted.has(feedMatchId ?? '') ? [[feedMatchId ?? '', id]] : [])),
  )
}

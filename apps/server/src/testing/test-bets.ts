import { type BetInput, type placeBet, type SelectionInput } from '@mupiira/contract/bets.ts'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { getTicket, type Ticket } from '@mupiira/contract/tickets.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Modules } from '../compose.ts'
import { newId } from '../kernel/ids.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { BaseOdds, GameRow, ResultEntry, StaffResult } from '../modules/catalogue/index.ts'
import type { TestAccount } from './test-accounts.ts'
import type { RequestOptions } from './test-client.ts'

export const TEST_ODDS: BaseOdds = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }
/** The minimum stake of a player's first bet. */
const TEST_STAKE = 25_000

/** The answer to a bet that becomes a ticket at once. */
export type PlacedAnswer = Extract<AnswerOf<typeof placeBet>, { readonly ticket: unknown }>
export type Slip = Partial<BetInput> & { readonly selections: readonly SelectionInput[] }
type TicketId = { readonly id: string }
export type WantedPick = readonly [gameId: string, market?: MarketId, selection?: string]

export function createTestBets(kernel: Kernel, modules: Modules, accountOf: (id: string) => TestAccount) {
  const { db, clock } = kernel
  const { betting, catalogue, pricing, settlement } = modules

  /** A selection at its current price; null if the selection has no price. */
  async function offeredPick(gameId: string, market: MarketId, selection: string): Promise<SelectionInput | null> {
    const prices = (await pricing.prices.snapshot([gameId], clock.now())).get(gameId)
    const odds = prices?.price(market, selection)?.oddsHundredths ?? null
    return odds === null ? null : { gameId, market, selection, odds: odds / 100 }
  }

  let games = 0

  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput> {
    const found = await offeredPick(gameId, market, selection)
    if (found === null) throw new Error(`${market} ${selection} has no price`)
    return found
  }

  const sendBet = (player: TestAccount, slip: Slip, options?: RequestOptions) =>
    player.post<PlacedAnswer>('/api/bets', { stake: TEST_STAKE, ...slip }, options)

  const changeGame = (id: string, change: Partial<GameRow>): Promise<GameRow | null> =>
    db.transaction((tx) => catalogue.manualGames.change(tx, id, change, clock.now()))

  return {
    /** A manual game of two new teams that starts in an hour. Without odds it takes no bets. */
    game: (change: Partial<GameRow> = {}, odds: BaseOdds | null = TEST_ODDS): Promise<GameRow> =>
      db.transaction((tx) => {
        const startTime = new Date(clock.now().getTime() + HOUR_MS)
        games += 1
        const number = games === 1 ? '' : ` ${games}`
        const teams = { homeTeam: `Vipers SC${number}`, awayTeam: `KCCA FC${number}` }
        return catalogue.manualGames.create(
          tx,
          { ...teams, league: 'Premier League', country: 'Uganda', sport: 'soccer', startTime, ...change },
          odds,
          clock.now(),
        )
      }),
    changeGame,
    finishGame: (id: string, homeScore: number, awayScore: number, change: Partial<GameRow> = {}) =>
      changeGame(id, { status: 'finished', homeScore, awayScore, ...change }),

    pick,
    offeredPick,
    picks: (...wanted: readonly WantedPick[]) => Promise.all(wanted.map((each) => pick(...each))),
    odds: async (...wanted: WantedPick): Promise<number> => (await pick(...wanted)).odds,

    /** Places a bet over HTTP and accepts changed odds; fails the test when it is refused. */
    async placeBet(player: TestAccount, slip: Slip): Promise<Ticket> {
      const { status, body, text } = await sendBet(player, { acceptOddsChanges: true, ...slip })
      if (status !== 201) throw new Error(`the bet was refused: ${text}`)
      return body.ticket
    },
    /** Places a bet with a live game over HTTP. */
    async placeDelayedBet(player: TestAccount, slip: Slip): Promise<DelayedBet> {
      const { status, body, text } = await player.post<AnswerOf<typeof placeBet>>('/api/bets', {
        stake: TEST_STAKE,
        ...slip,
      })
      if (status !== 202 || !('delayed' in body)) throw new Error(`the bet does not wait: ${text}`)
      return body.delayed
    },
    /** Like `placeBet`, but returns null when the bet is refused. */
    async tryBet(player: TestAccount, slip: Slip): Promise<Ticket | null> {
      const { status, body } = await sendBet(player, { acceptOddsChanges: true, ...slip })
      return status === 201 ? body.ticket : null
    },
    /** Sends a bet and returns its response. */
    sendBet,
    /** The stored ticket. Opening it over HTTP may settle it first. */
    async ticket({ id }: TicketId): Promise<Ticket> {
      const [found] = await betting.tickets.present([id])
      if (found === undefined) throw new Error('no such ticket')
      return found
    },
    /** Opens the ticket over HTTP as its owner or as another account. */
    async openTicket({ id, userId }: Ticket, as: TestAccount = accountOf(userId)) {
      const { status, body, text } = await as.call(getTicket, { params: { id } })
      if (status !== 200) throw new Error(`the ticket was not opened: ${text}`)
      return body
    },
    /** A first or corrected result as staff enters it, without the approval of a second member of staff. */
    enterResult: (
      gameId: string,
      entered: StaffResult,
      entry: ResultEntry = { actorId: newId(), note: 'As refereed' },
    ) => db.transaction((tx) => catalogue.results.decide(tx, gameId, entered, entry, clock)),
    settle: () => settlement.commands.settleNow(),
  }
}

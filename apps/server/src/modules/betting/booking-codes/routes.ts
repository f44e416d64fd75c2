import type { Ticket } from '@mupiira/contract/tickets.ts'
import {
  type BookedSelection,
  type BookedSlip,
  getBookingCode,
  issueBookingCode,
} from '@mupiira/contract/booking-codes.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { bookingClosedText, parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { oddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Actor } from '../../../kernel/http/access/actor.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Pricing } from '../../pricing/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { evaluateSelection, type SlipContext, gameIdsOf } from '../placement/evaluate-slip.ts'
import type { PlaceDeps } from '../placement/place-bets.ts'
import type { TicketScreens } from '../tickets/open-ticket.ts'
import { legsOf, ticketOfCode, ticketsById } from '../tickets/tickets.repository.ts'
import { BROWSER_COOKIE, newOwner, requesterOf } from './slip-codes.ts'
import { type BookedLeg, createSlipCode, findCode, pruneCodes } from './slip-codes.repository.ts'
import { type CodeOwner, isIssuedTo } from './ticket-codes.ts'

/** The longest lifetime that browsers allow. */
const COOKIE_SECONDS = 400 * 86_400

export function bookingCodeRoutes(kernel: Kernel, deps: PlaceDeps, tickets: TicketScreens): readonly Route[] {
  const { db, clock } = kernel
  const prune = async () => void (await pruneCodes(db, new Date(clock.now().getTime() - RETENTION.bookingCodes.ms)))
  kernel.jobs.cron('prune-booking-codes', '17 * * * *', prune)
  return [
    route(issueBookingCode, ({ body, actor, cookies, now }) =>
      issueCode(db, deps.pricing, body, requesterOf(userIdOf(actor), cookies), now),
    ),
    route(getBookingCode, ({ params, actor, cookies, now }) =>
      lookUpCode(
        { sql: db, pricing: deps.pricing, settings: deps.settings, tickets },
        params.code,
        requesterOf(userIdOf(actor), cookies),
        now,
      ),
    ),
  ]
}

const userIdOf = (actor: Actor): string | null => (actor.kind === 'visitor' ? null : actor.userId)

/** Stores a slip's selections under a new code (D25). All selections must be open for bets (D26). */
export async function issueCode(
  sql: Sql,
  pricing: Pricing,
  { selections }: BodyOf<typeof issueBookingCode>,
  requester: CodeOwner,
  now: Date,
): Promise<Outcome<typeof issueBookingCode>> {
  if (selections.length === 0) return { error: 'NO_SELECTIONS' }
  if (selections.length > MAX_SELECTIONS) return { error: 'TOO_MANY_SELECTIONS', details: { maximum: MAX_SELECTIONS } }
  const games = await pricing.prices.snapshot(gameIdsOf(selections), now)
  const legs: BookedLeg[] = []
  for (const [at, requested] of selections.entries()) {
    const evaluated = evaluateSelection({ ...requested, odds: 1 }, at, { games, now })
    if (!evaluated.ok) return { error: evaluated.error, details: { selection: at } }
    const { game, market, selectionId } = evaluated.value
    legs.push({ gameId: game.id, market, selection: selectionId })
  }
  const { owner, newToken } = newOwner(requester)
  const cookie = { name: BROWSER_COOKIE, value: newToken, maxAgeSeconds: COOKIE_SECONDS }
  const bookingCode = await createSlipCode(sql, owner, legs, now)
  return { status: 201, body: { bookingCode }, cookies: newToken === null ? [] : [cookie] }
}

type Booked = {
  readonly code: string
  readonly isOwn: boolean
  readonly legs: readonly BookedLeg[]
  /** The status that prevents loading the code; null while it can be loaded. */
  closedAs(games: SlipContext['games'], now: Date): string | null
  /** The ticket, for its owner only. */
  readonly ticket: Ticket | null
}

export type LookUpDeps = {
  readonly sql: Sql
  readonly pricing: Pricing
  readonly settings: SettingsApi['reads']
  readonly tickets: TicketScreens
}

/** The content of a code, limited to what the requester may see (CODE-09, CODE-11 to CODE-15, D25). */
export async function lookUpCode(
  deps: LookUpDeps,
  input: string,
  requester: CodeOwner,
  now: Date,
): Promise<Outcome<typeof getBookingCode>> {
  const parsed = parseBookingCode(input)
  if (!parsed.ok) return { error: parsed.error }
  const booked =
    (await ticketBooked(deps, parsed.value, requester)) ?? (await slipBooked(deps.sql, parsed.value, requester))
  if (booked === null) return { error: 'BOOKING_CODE_NOT_FOUND' }
  if (!booked.isOwn && deps.settings.current().booking_code_sharing === 'owner') {
    // A visitor may be the owner without a session, so the answer does not say that the code belongs to another player.
    return { error: requester.userId === null ? 'BOOKING_CODE_NOT_FOUND' : 'BOOKING_CODE_OF_ANOTHER' }
  }
  const games = await deps.pricing.prices.snapshot([...new Set(booked.legs.map((leg) => leg.gameId))], now)
  return { status: 200, body: present(booked, games, now) }
}

async function ticketBooked({ sql, tickets }: LookUpDeps, code: string, requester: CodeOwner): Promise<Booked | null> {
  const found = await ticketOfCode(sql, code)
  if (found === null) return null
  const isOwn = found.userId === requester.userId
  const ticket = isOwn ? await tickets.open(found.id, found.userId) : null
  const [row] = await ticketsById(sql, [found.id])
  const status = ticket?.status ?? row?.status ?? 'pending'
  const closed = status === 'pending' ? null : isOwn ? status : CLOSED
  return { code, isOwn, legs: await legsOf(sql, [found.id]), closedAs: () => closed, ticket }
}

// The status of a slip after kick-off, and of an ended ticket for other players, because its real status is private.
const CLOSED = 'closed'

async function slipBooked(sql: Sql, code: string, requester: CodeOwner): Promise<Booked | null> {
  const row = await findCode(sql, code)
  if (row === null) return null
  return {
    code,
    isOwn: isIssuedTo(row, requester),
    legs: row.selections,
    closedAs: (games, now) => (row.selections.some((leg) => hasStarted(leg, games, now)) ? CLOSED : null),
    ticket: null,
  }
}

function hasStarted({ gameId }: BookedLeg, games: SlipContext['games'], now: Date): boolean {
  const game = games.get(gameId)?.game
  return game !== undefined && (game.status === 'live' || game.startTime.getTime() <= now.getTime())
}

function present(booked: Booked, games: SlipContext['games'], now: Date): BookedSlip {
  const { ticket } = booked
  const closed = booked.closedAs(games, now)
  return {
    bookingCode: booked.code,
    own: booked.isOwn,
    refusal: closed === null ? null : bookingClosedText(closed),
    selections: booked.legs.flatMap((leg, at) => presentLeg(leg, at, games, now) ?? []),
    ticket:
      ticket === null
        ? null
        : {
            id: ticket.id,
            status: ticket.status,
            totalStake: ticket.totalStake,
            cashedStake: ticket.cashedStake,
            cashedOut: ticket.cashedOut,
            totalOdds: ticket.totalOdds,
            bonusPercentage: ticket.bonusPercentage,
            bonus: ticket.bonus,
            potentialWin: ticket.potentialWin,
            createdAt: ticket.createdAt,
          },
  }
}

/** A selection of a code; null if its game was deleted. */
function presentLeg(leg: BookedLeg, at: number, games: SlipContext['games'], now: Date): BookedSelection | null {
  const game = games.get(leg.gameId)?.game
  if (game === undefined) return null
  const { name, category } = marketDefinition(leg.market)
  const { gameId, market, selection } = leg
  const evaluated = evaluateSelection({ gameId, market, selection, odds: 1 }, at, { games, now })
  return {
    gameId: leg.gameId,
    match: game.name,
    homeTeam: game.homeTeam,
    awayTeam: game.awayTeam,
    league: game.league,
    sport: game.sport,
    gameTime: game.startTime.toISOString(),
    gameStatus: game.status,
    market: leg.market,
    marketName: name,
    marketCategory: category,
    selection: leg.selection,
    selectionLabel: labelOf(leg.market, leg.selection, game),
    odds: evaluated.ok ? oddsToNumber(evaluated.value.oddsHundredths) : null,
    problem: evaluated.ok ? null : evaluated.error,
  }
}

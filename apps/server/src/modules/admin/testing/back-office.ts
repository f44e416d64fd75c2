import type { FastifyInstance } from 'fastify'
import type { SelectionInput, Ticket } from '@mupiira/contract/bets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { testDatabase } from '../../../../../../tests/support/database.ts'
import { SESSION_COOKIE } from '../../../kernel/http/actor.ts'
import { serveRoutes } from '../../../kernel/http/server.ts'
import { newId } from '../../../kernel/ids.ts'
import { testClock, testKernel } from '../../../kernel/test-kernel.ts'
import { createAudit } from '../../audit/index.ts'
import { createBetting, gamesBetOn } from '../../betting/index.ts'
import { createCatalogue, type GameRow } from '../../catalogue/index.ts'
import { createChat } from '../../chat/index.ts'
import { createIdentity } from '../../identity/index.ts'
import { testSession } from '../../identity/test-session.ts'
import { createNotifications } from '../../notifications/index.ts'
import { createPayments } from '../../payments/index.ts'
import { createPricing } from '../../pricing/index.ts'
import { createProtection } from '../../protection/index.ts'
import { createSettings } from '../../settings/index.ts'
import { createSettlement } from '../../settlement/index.ts'
import { createWallet, HOUSE } from '../../wallet/index.ts'
import { createAdmin } from '../index.ts'

export const NOON = new Date('2026-11-21T12:00:10Z')
const ODDS = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

export type Person = { readonly userId: string; readonly token: string; readonly phone: string }
export type Reported = {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The console behind HTTP with the modules that it asks, on a database of their own. */
export async function openBackOffice() {
  const database = await testDatabase()
  const clock = testClock(NOON)
  const running = testKernel(database.url, { clock, variables: { RATE_LIMIT_FACTOR: '1000' } })
  const { kernel } = running
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel)
  wallet.registerExplainer('top-up', `select reference, amount from posting where kind = 'top-up'`)
  const audit = createAudit(kernel)
  const nobody = { send: () => Promise.resolve({ kind: 'refused', reason: 'a test sends nothing' } as const) }
  const identity = createIdentity(kernel, { settings, wallet }, { texts: nobody, mails: nobody })
  await settings.ready()
  const catalogue = createCatalogue(kernel, { feed: null })
  const protection = createProtection(kernel, { wallet })
  const pricing = createPricing(kernel, { catalogue, settings }, { gamesBetOn })
  const payments = createPayments(kernel, { wallet, settings, identity, protection }, { providers: [] })
  const betting = createBetting(kernel, { catalogue, pricing, protection, settings, wallet })
  const settlement = createSettlement(kernel, { betting, catalogue, wallet })
  const noImages = { put: async () => {}, read: async () => null, remove: async () => {} }
  const chat = createChat(kernel, { identity, wallet }, noImages)
  const notifications = createNotifications(kernel, { identity, protection }, { push: null })
  const admin = createAdmin(kernel, {
    audit,
    betting,
    catalogue,
    chat,
    identity,
    notifications,
    payments,
    pricing,
    protection,
    settings,
    settlement,
    wallet,
  })
  const app: FastifyInstance = await serveRoutes(kernel, {
    routes: [...admin.routes, ...betting.routes, ...pricing.routes],
    pageLoaders: {},
    sessions: identity.sessionStore,
  })

  let phones = 0
  async function person(
    change: { role?: 'user' | 'admin'; firstName?: string; balanceUgx?: number } = {},
  ): Promise<Person> {
    const phone: PhoneNumber = `+25677${String(2_000_000 + ++phones).padStart(7, '0')}`
    const { role = 'user', firstName = 'Grace', balanceUgx = 10_000_000 } = change
    const profile = await kernel.db.transaction(async (tx) => {
      const account = { firstName, lastName: 'Nakato', phoneNumber: phone, passwordHash: HASH, location: 'Jinja', role }
      const made = await identity.createAccount(tx, account, clock.now())
      if (made === null) throw new Error('the number is taken')
      if (balanceUgx > 0) {
        const words = { kind: 'top-up', reference: newId(), description: 'for the test' }
        const amount = ugxFromShillings(balanceUgx)
        await wallet.credit(tx, { account: made.id, from: HOUSE.operator, amount, ...words }, clock.now())
      }
      return made
    })
    const { token } = await testSession(kernel.db, profile.id, clock.now())
    return { userId: profile.id, token, phone }
  }
  const staff = await person({ role: 'admin', firstName: 'Sarah', balanceUgx: 0 })

  async function call(
    who: Person | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Reported> {
    // A desk is left for days in these tests, and sessions of staff are short.
    const isStaff = who !== null && who.userId === staff.userId
    const token = isStaff ? (await testSession(kernel.db, who.userId, clock.now())).token : who?.token
    const answer = await app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body }),
      headers: {
        'sec-fetch-site': 'same-origin',
        'idempotency-key': newId(),
        ...(token === undefined ? {} : { cookie: `${SESSION_COOKIE}=${token}` }),
      },
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      body: isJson ? answer.json<Reported['body']>() : {},
    }
  }
  const get = (url: string) => call(staff, 'GET', url)
  const post = (url: string, body: object = {}) => call(staff, 'POST', url, body)

  const game = (change: Partial<GameRow> = {}): Promise<GameRow> =>
    kernel.db.transaction((tx) => {
      const startTime = new Date(clock.now().getTime() + 3_600_000)
      const teams = { homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', league: 'Premier League', country: 'Uganda' }
      return catalogue.createGame(tx, { ...teams, sport: 'soccer', startTime, ...change }, ODDS, clock.now())
    })
  const changeGame = (id: string, values: Partial<GameRow>) =>
    kernel.db.transaction((tx) => catalogue.changeGame(tx, id, values, clock.now()))

  async function pick(gameId: string, market: MarketId = '1x2', selection = '1'): Promise<SelectionInput> {
    const prices = (await pricing.snapshot([gameId], clock.now())).get(gameId)
    const odds = prices?.price(market, selection)?.oddsHundredths
    if (odds === undefined || odds === null) throw new Error('a selection has no price')
    return { gameId, market, selection, odds: odds / 100 }
  }
  async function bet(who: Person, selections: readonly SelectionInput[], stake = 25_000): Promise<Ticket> {
    const told = await call(who, 'POST', '/api/bets', { stake, acceptOddsChanges: true, selections })
    if (told.status !== 201) throw new Error(`refused: ${told.text}`)
    return told.body['ticket'] as Ticket
  }
  const set = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    kernel.db.transaction(async (tx) => void (await settings.changeAll(tx, [{ key, value }], newId(), clock.now())))
  const balance = async (who: Person): Promise<number> => Number((await wallet.balance(who.userId)).balance) / 100
  const staffActions = (subject: string) =>
    kernel.db.query<{ actor: string; action: string; reason: string; after: unknown }>(
      'select actor, action, reason, after from audit_log where subject = $1 order by id',
      [subject],
    )

  async function close(): Promise<void> {
    await app.close()
    await running.stop()
    await database.drop()
  }
  const deps = { audit, betting, catalogue, identity, payments, pricing, settings, settlement, wallet }
  return {
    kernel,
    clock,
    deps,
    staff,
    person,
    call,
    get,
    post,
    game,
    changeGame,
    pick,
    bet,
    set,
    balance,
    staffActions,
    close,
  }
}

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>

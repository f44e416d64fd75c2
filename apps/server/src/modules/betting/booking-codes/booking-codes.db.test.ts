import { createHash, randomBytes } from 'node:crypto'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requesterOf } from './slip-codes.ts'
import { createSlipCode, pruneCodes } from './slip-codes.repository.ts'
import { type CodeOwner, newBookingCode, newSlipCode } from './ticket-codes.ts'
import { issueCode, lookUpCode } from './routes.ts'
import { createTicketScreens } from '../tickets/open-ticket.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { NOON } from '../../../testing/test-app.ts'

let app: BettingFixture
let first: string
let second: string

beforeAll(async () => {
  app = await bettingFixture()
})
beforeEach(async () => {
  app.clock.set(NOON)
  await app.set('booking_code_sharing', 'owner')
  first = (await app.game({ homeTeam: 'Vipers SC', awayTeam: 'KCCA FC' })).id
  second = (await app.game({ homeTeam: 'URA FC', awayTeam: 'BUL FC' })).id
})
afterAll(() => app.close())

const playerRequester = ({ id }: TestAccount, browser: Buffer | null = null): CodeOwner => ({ userId: id, browser })
const newBrowser = (): Buffer => createHash('sha256').update(randomBytes(32)).digest()
const visitorRequester = (browser: Buffer | null): CodeOwner => ({ userId: null, browser })

const home = (gameId: string) => ({ gameId, market: '1x2', selection: '1' })

const issue = (viewer: CodeOwner, selections = [home(first), home(second)]) =>
  issueCode(app.kernel.db, app.modules.pricing, { selections }, viewer, app.clock.now())

async function issued(viewer: CodeOwner, selections = [home(first), home(second)]): Promise<string> {
  const outcome = await issue(viewer, selections)
  if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
  return outcome.body.bookingCode
}

function lookUp(code: string, viewer: CodeOwner) {
  const { kernel, modules, clock } = app
  const { catalogue, pricing, settings } = modules
  const tickets = createTicketScreens(kernel, catalogue)
  return lookUpCode({ sql: kernel.db, pricing, settings: settings.reads, tickets }, code, viewer, clock.now())
}

async function found(code: string, viewer: CodeOwner) {
  const outcome = await lookUp(code, viewer)
  if (!('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
  return outcome.body
}

const refusalOf = (outcome: object): string => ('error' in outcome ? String(outcome.error) : 'answered')

describe('issuing a booking code', () => {
  it('[CODE-07] [CODE-08] issuing a booking code creates a code of 8 characters that differs from every ticket code', () => {
    const slips = Array.from({ length: 2_000 }, newSlipCode)
    const tickets = Array.from({ length: 2_000 }, newBookingCode)
    for (const code of [...slips, ...tickets]) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    const ends = (codes: string[]) => new Set(codes.map((code) => code.at(-1)))
    expect(ends(slips).size).toBe(16)
    expect(ends(tickets).size).toBe(16)
    expect([...ends(slips)].filter((end) => ends(tickets).has(end))).toEqual([])
  })

  it('[CODE-08] a booking code is unique in the database', async () => {
    const owner = visitorRequester(newBrowser())
    const code = await createSlipCode(app.kernel.db, owner, [{ gameId: first, market: '1x2', selection: '1' }], NOON)
    const copy = `insert into booking_codes (code, browser, selections, created_at)
                  select $2, browser, selections, created_at from booking_codes where code = $1`
    await expect(app.kernel.db.change(copy, [code, code])).rejects.toThrow(/booking_codes_pkey/)
    await expect(app.kernel.db.change(copy, [code, newBookingCode()])).rejects.toThrow(/booking_codes_code_check/)
  })

  it('[CODE-20] a booking code is issued to a player, or to a visitor’s browser identified by a long-lived cookie', async () => {
    const player = await issue(playerRequester(await app.player()))
    expect(player).toMatchObject({ status: 201, cookies: [] })
    const visitor = await issue(visitorRequester(null))
    if (!('cookies' in visitor) || visitor.cookies === undefined) throw new Error('no cookie')
    const [cookie] = visitor.cookies
    expect(cookie).toMatchObject({ name: 'mupiira_browser', maxAgeSeconds: 400 * 86_400 })
    const again = requesterOf(null, { mupiira_browser: cookie?.value ?? '' })
    expect(again.browser).toHaveLength(32)
    expect(await issue(again)).toMatchObject({ status: 201, cookies: [] })
    expect(requesterOf(null, { mupiira_browser: 'made-up' }).browser).toBeNull()
  })

  it.each([
    ['NO_SELECTIONS', () => []],
    ['TOO_MANY_SELECTIONS', () => Array.from({ length: 46 }, () => home(first))],
    ['GAME_MISSING', () => [home('0198c0de-0000-7000-8000-000000000000')]],
    ['GAME_MISSING', () => [home('12')]],
    ['MARKET_UNAVAILABLE', () => [{ ...home(first), selection: 'visitor' }]],
  ])('[D26] issuing a booking code is refused with %s', async (error, selections) => {
    expect(refusalOf(await issue(playerRequester(await app.player()), selections()))).toBe(error)
  })

  it('[D26] issuing a booking code is refused once a game has begun', async () => {
    app.clock.forward(3_600_000)
    expect(await issue(visitorRequester(null))).toMatchObject({ error: 'GAME_CLOSED', details: { selection: 0 } })
  })
})

describe('looking up a booking code', () => {
  it.each([
    ['[CODE-04]', '   ', 'EMPTY_BOOKING_CODE', 400, 'Please enter a booking code'],
    [
      '[CODE-06]',
      'ABC12',
      'INVALID_BOOKING_CODE',
      400,
      'Invalid booking code format. Use 6-12 letters and numbers only.',
    ],
    [
      '[CODE-06]',
      'ABC-1234',
      'INVALID_BOOKING_CODE',
      400,
      'Invalid booking code format. Use 6-12 letters and numbers only.',
    ],
    ['[CODE-14]', 'ABCDEF123456', 'BOOKING_CODE_NOT_FOUND', 404, 'No bet found with this booking code'],
  ] as const)('%s looking up the booking code %j is refused with %s', async (_, code, error, status, text) => {
    expect(refusalOf(await lookUp(code, playerRequester(await app.player())))).toBe(error)
    expect(ERRORS[error]).toEqual({ status, text })
  })

  it('[CODE-03] looking up a booking code ignores surrounding spaces and letter case', async () => {
    const owner = playerRequester(await app.player())
    const code = await issued(owner)
    expect((await found(` ${code.toLowerCase()} `, owner)).bookingCode).toBe(code)
  })

  it('[CODE-09] looking up the booking code of a slip returns its selections at current odds, without a ticket', async () => {
    const owner = playerRequester(await app.player())
    const slip = await found(await issued(owner), owner)
    expect(slip).toMatchObject({ own: true, refusal: null, ticket: null })
    expect(slip.selections).toMatchObject([
      {
        gameId: first,
        match: 'Vipers SC vs KCCA FC',
        selectionLabel: 'Vipers SC',
        odds: await app.odds(first, '1x2', '1'),
        problem: null,
      },
      { gameId: second, odds: await app.odds(second, '1x2', '1'), problem: null },
    ])
  })

  it('[CODE-09] looking up the booking code of a ticket returns status, stake, odds, potential win and date to the ticket’s owner', async () => {
    const player = await app.player()
    const ticket = await app.placed(player, { selections: [await app.pick(first)] })
    const slip = await found(ticket.bookingCode, playerRequester(player))
    const { id, totalStake, totalOdds, bonusPercentage, bonus, potentialWin, createdAt } = ticket
    const figures = { totalStake, cashedStake: 0, cashedOut: 0, totalOdds, bonusPercentage, bonus, potentialWin }
    expect(slip.ticket).toEqual({ id, status: 'pending', ...figures, createdAt })
  })

  it('[CODE-09] [COUT-01] after a partial cashout, the booking code shows the stake left beside its potential win', async () => {
    const player = await app.player({ balanceUgx: 100_000 })
    const ticket = await app.placed(player, { stake: 100_000, selections: [await app.pick(first)] })
    await player.post(`/api/bets/${ticket.id}/cashout`, { offer: 100_000, stake: 40_000 })
    expect((await found(ticket.bookingCode, playerRequester(player))).ticket).toMatchObject({
      totalStake: 100_000,
      cashedStake: 40_000,
      cashedOut: 40_000,
      potentialWin: Math.floor(ticket.potentialWin * 60 + 1e-6) / 100,
    })
  })

  it('[CODE-11] the booking code of a pending ticket can be loaded after kick-off, and a slip’s code only before the first kick-off', async () => {
    const owner = playerRequester(await app.player())
    const later = (await app.game({ startTime: new Date(NOON.getTime() + 7_200_000) })).id
    const { bookingCode } = await app.placed(app.account(owner.userId ?? ''), { selections: [await app.pick(first)] })
    const code = await issued(owner, [home(first), home(later)])
    app.clock.forward(3_599_999)
    expect((await found(code, owner)).refusal).toBeNull()
    app.clock.forward(1)
    expect((await found(code, owner)).refusal).toBe('This bet is closed and cannot be modified')
    expect((await found(bookingCode, owner)).refusal).toBeNull()
  })

  it.each(['won', 'lost', 'void', 'cancelled', 'cashout'])(
    '[CODE-11] a booking code of a ticket with the status %s cannot be loaded',
    async (status) => {
      const player = await app.player()
      const { id, bookingCode } = await app.placed(player, { selections: [await app.pick(first)] })
      await app.kernel.db.change(
        `update tickets set status = $2, payout = 0, open_legs = 0, settled_at = $3 where id = $1`,
        [id, status, NOON],
      )
      const slip = await found(bookingCode, playerRequester(player))
      expect(slip.refusal).toBe(`This bet is ${status} and cannot be modified`)
      expect(slip.ticket?.status).toBe(status)
      await app.set('booking_code_sharing', 'anyone')
      const seen = await found(bookingCode, playerRequester(await app.player()))
      expect(seen).toMatchObject({ refusal: 'This bet is closed and cannot be modified', ticket: null })
    },
  )

  it('[CODE-19] [D26] looking up a booking code reports which selection is closed for bets', async () => {
    const player = await app.player()
    const { bookingCode } = await app.placed(player, { selections: [await app.pick(first), await app.pick(second)] })
    await app.changeGame(first, { status: 'live' })
    const slip = await found(bookingCode, playerRequester(player))
    expect(slip.selections.map(({ odds, problem }) => [odds !== null, problem])).toEqual([
      [false, 'GAME_CLOSED'],
      [true, null],
    ])
  })
})

describe('the owner of a booking code', () => {
  const OF_ANOTHER = 'BOOKING_CODE_OF_ANOTHER'
  const NOT_FOUND = 'BOOKING_CODE_NOT_FOUND'

  /** Requesters with different rights to a code of `owner`. */
  async function requesters() {
    const browser = newBrowser()
    const owner = playerRequester(await app.player())
    return {
      owner,
      otherPlayer: playerRequester(await app.player()),
      browser: visitorRequester(browser),
      loggedIn: playerRequester(await app.player(), browser),
      otherBrowser: visitorRequester(newBrowser()),
      visitor: visitorRequester(null),
    }
  }
  type Requester = keyof Awaited<ReturnType<typeof requesters>>

  it.each<[string, Requester, Requester, 'owner' | 'anyone', string]>([
    ['[CODE-20]', 'owner', 'owner', 'owner', 'own'],
    ['[CODE-12]', 'owner', 'otherPlayer', 'owner', OF_ANOTHER],
    ['[CODE-15]', 'owner', 'visitor', 'owner', NOT_FOUND],
    ['[CODE-15]', 'owner', 'otherBrowser', 'owner', NOT_FOUND],
    ['[CODE-13]', 'owner', 'otherPlayer', 'anyone', 'shared'],
    ['[CODE-13]', 'owner', 'visitor', 'anyone', 'shared'],
    ['[CODE-20]', 'browser', 'browser', 'owner', 'own'],
    ['[CODE-20]', 'browser', 'loggedIn', 'owner', 'own'],
    ['[CODE-12]', 'browser', 'otherPlayer', 'owner', OF_ANOTHER],
    ['[CODE-15]', 'browser', 'otherBrowser', 'owner', NOT_FOUND],
    ['[CODE-13]', 'browser', 'otherBrowser', 'anyone', 'shared'],
  ])(
    '%s a code issued to %s and looked up as %s, with booking_code_sharing = %s, gives %j',
    async (_, owner, requester, sharing, expected) => {
      const all = await requesters()
      const code = await issued(all[owner])
      await app.set('booking_code_sharing', sharing)
      const outcome = await lookUp(code, all[requester])
      const seen = 'body' in outcome ? (outcome.body.own ? 'own' : 'shared') : refusalOf(outcome)
      expect(seen).toBe(expected)
    },
  )

  it('[CODE-12] a refused look-up of another player’s booking code has the text of the specification', () => {
    expect(ERRORS[OF_ANOTHER]).toEqual({ status: 403, text: 'This booking code belongs to another user' })
  })

  it('[CODE-13] a player does not see stake, win, status, date or owner of another player’s ticket by its code', async () => {
    const all = await requesters()
    const { bookingCode } = await app.placed(app.account(all.owner.userId ?? ''), {
      selections: [await app.pick(first)],
    })
    expect(refusalOf(await lookUp(bookingCode, all.otherPlayer))).toBe(OF_ANOTHER)
    expect(refusalOf(await lookUp(bookingCode, all.visitor))).toBe(NOT_FOUND)
    await app.set('booking_code_sharing', 'anyone')
    for (const who of [all.otherPlayer, all.visitor]) {
      const slip = await found(bookingCode, who)
      expect(Object.keys(slip).sort()).toEqual(['bookingCode', 'own', 'refusal', 'selections', 'ticket'])
      expect(slip).toMatchObject({ own: false, refusal: null, ticket: null, selections: [{ gameId: first }] })
    }
  })

  it('[CODE-20] a booking code issued to a browser belongs to the player once that player has placed a bet with the code', async () => {
    const all = await requesters()
    const code = await issued(all.browser)
    const { userId } = all.loggedIn
    const bet = {
      ...app.request({ id: userId ?? '' }, { selections: [await app.pick(first)], bookingCode: code }),
      browser: all.browser.browser,
    }
    expect((await app.placeTogether([bet])).map(codeOf)).toEqual(['placed'])
    expect((await found(code, all.loggedIn)).ticket).not.toBeNull()
    expect(refusalOf(await lookUp(code, all.browser))).toBe(NOT_FOUND)
  })
})

describe('placing a bet with a booking code', () => {
  async function bet(player: TestAccount, bookingCode: string, browser: Buffer | null = null) {
    return { ...app.request(player, { selections: [await app.pick(first)], bookingCode }), browser }
  }
  async function placed(...bets: Awaited<ReturnType<typeof bet>>[]) {
    return (await app.placeTogether(bets)).map((outcome) => {
      if (!('ok' in outcome && outcome.ok && 'code' in outcome.value)) throw new Error(`refused: ${codeOf(outcome)}`)
      const { code, warning } = outcome.value.code
      return { code, warning }
    })
  }

  it('[SLIP-17] a bet placed with a booking code gets that code, even if the visitor created the code before logging in', async () => {
    const player = await app.player()
    const browser = newBrowser()
    const own = await issued(playerRequester(player))
    const visitors = await issued(visitorRequester(browser))
    expect(await placed(await bet(player, ` ${own.toLowerCase()} `))).toEqual([{ code: own, warning: undefined }])
    expect(await placed(await bet(player, visitors, browser))).toEqual([{ code: visitors, warning: undefined }])
  })

  it('[CODE-20] a bet placed with another player’s booking code gets a new code and a warning', async () => {
    const code = await issued(playerRequester(await app.player()))
    const visitors = await issued(visitorRequester(newBrowser()))
    const otherPlayer = await app.player()
    for (const requestedCode of [code, visitors, 'ABCD2345', 'x']) {
      const [ticket] = await placed(await bet(otherPlayer, requestedCode, newBrowser()))
      expect(ticket?.code).not.toBe(requestedCode)
      expect(ticket?.warning).toBe(
        `The booking code ${requestedCode.toUpperCase()} was not issued to you. Your ticket has the new code ${ticket?.code}.`,
      )
    }
  })

  it('[CODE-08] a booking code is used for one ticket only, within a batch and later', async () => {
    const player = await app.player()
    const code = await issued(playerRequester(player))
    const [one, other] = await placed(await bet(player, code), await bet(player, code))
    const [third] = await placed(await bet(player, code))
    expect(one).toEqual({ code, warning: undefined })
    for (const later of [other, third]) {
      expect(later?.code).not.toBe(code)
      expect(later?.warning).toContain(`${code} is on another ticket already`)
    }
  })

  it('[CODE-08] a booking code is used for only one ticket if two players share a browser and bet at once', async () => {
    const browser = newBrowser()
    const code = await issued(visitorRequester(browser))
    const players = await Promise.all([1, 2, 3, 4].map(() => app.player()))
    const bets = await Promise.all(players.map((player) => bet(player, code, browser)))
    const tickets = (await Promise.all(bets.map((each) => placed(each)))).flat()
    expect(tickets.filter((ticket) => ticket.code === code)).toHaveLength(1)
    expect(tickets.filter((ticket) => ticket.warning !== undefined)).toHaveLength(3)
  })

  it('a booking code stays available for the next bet when a bet with the code is refused', async () => {
    const player = await app.player({ balanceUgx: 10_000 })
    const code = await issued(playerRequester(player))
    const tooMuch = {
      ...app.request(player, { stake: 20_000, selections: [await app.pick(first)], bookingCode: code }),
    }
    const [refused, taken] = await app.placeTogether([tooMuch, await bet(player, code)])
    expect([codeOf(refused), codeOf(taken)]).toEqual(['INSUFFICIENT_BALANCE', 'placed'])
    const placed = taken !== undefined && 'ok' in taken && taken.ok && 'ticket' in taken.value ? taken.value : null
    expect(placed?.ticket.bookingCode).toBe(code)
  })

  it('[SLIP-65] a bet with an empty booking code is refused with MISSING_BOOKING_CODE, and a bet without the field gets a new code', async () => {
    const player = await app.player()
    const [empty] = await app.placeTogether([await bet(player, '  ')])
    expect(codeOf(empty)).toBe('MISSING_BOOKING_CODE')
    const { bookingCode } = await app.placed(player, { selections: [await app.pick(first)] })
    expect(bookingCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  })

  it('booking codes that were never used are pruned, and codes of tickets never are', async () => {
    const player = await app.player()
    const unused = await issued(playerRequester(player))
    const code = await issued(playerRequester(player))
    await placed(await bet(player, code))
    await pruneCodes(app.kernel.db, new Date(NOON.getTime() + 1))
    const left = await app.kernel.db.query('select code from booking_codes where code = any($1)', [[unused, code]])
    expect(left).toEqual([{ code }])
  })
})

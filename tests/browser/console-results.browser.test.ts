import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { momentText } from '../support/business-time.ts'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  open,
  overflowsSideways,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { placeSingle, ugx } from './console-steps.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'

let fixture: BrowserFixture
let staff: Player
let player: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  player = await registerPlayer(fixture.product, '772420130')
  await notifiedDeposit(player, 900_000)
  staff = await registerConfirmedStaff(fixture.product, '772420149')
  visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
})
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await visit?.context.close()
  await fixture?.close()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const startingIn = (hours: number) => new Date(fixture.product.clock.now().getTime() + hours * 3_600_000).toISOString()

async function newGame(homeTeam: string): Promise<string> {
  const sides = { homeTeam, awayTeam: 'Wakiso Giants', league: 'Friendly', startTime: startingIn(1) }
  const { game } = await staff.client.must('POST /api/admin/games', {
    body: { ...sides, homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 },
  })
  return game.id
}
type Step = { readonly step: 'start' | 'finish' | 'postpone'; readonly confirmed?: { amount: number; reason: string } }
const step = (id: string, body: Step) => staff.client.must('POST /api/admin/games/{id}/step', { params: { id }, body })
const goalsOf = async (id: string) =>
  (await staff.client.must('GET /api/admin/games/{id}', { params: { id } })).goals.map(({ minute }) => minute)

describe('goals and results in the console', () => {
  it('[full] [ADMG-14] [ADMG-15] Enter in the minute of a goal adds the goal, and saves neither the game nor the result', async () => {
    const id = await newGame('Gaddafi Stars')
    await open(page, `/admin/games/${id}`)
    await button(page, 'Edit').click()
    const form = dialog('Edit game')
    await form.getByLabel('Minute', { exact: true }).fill('12')
    await form.getByLabel('Minute', { exact: true }).press('Enter')
    await form.getByText("12' Gaddafi Stars").waitFor()
    expect(await goalsOf(id)).toEqual([])
    await form.getByLabel('Minute', { exact: true }).fill('91')
    await form.getByLabel('Minute', { exact: true }).press('Enter')
    await form.getByText('A goal event needs a minute from 1 to 90.').waitFor()
    await form.getByLabel('Minute', { exact: true }).fill('')
    await button(form, 'Save game').click()
    await form.waitFor({ state: 'detached' })
    expect(await goalsOf(id)).toEqual([12])

    await step(id, { step: 'start' })
    await step(id, { step: 'finish' })
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText(/^The bets on this game are settled with the score above/).waitFor()
    await result.getByLabel('Team').selectOption('away')
    await result.getByLabel('Minute', { exact: true }).fill('70')
    await result.getByLabel('Minute', { exact: true }).press('Enter')
    await result.getByText("70' Wakiso Giants").waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('[full] [SETL-06] a corrected score asks for the half-time score, and a refusal is shown at its field', async () => {
    const id = await newGame('Busoga United')
    await step(id, { step: 'start' })
    await staff.client.must('POST /api/admin/games/{id}/step', {
      params: { id },
      body: { step: 'goal', team: 'home', minute: 1 },
    })
    await step(id, { step: 'finish' })
    await open(page, `/admin/games/${id}`)
    const result = page.getByRole('region', { name: 'Result' })
    const [fullTime, halfTime] = ['After 90 minutes', 'At half time'].map((name) =>
      result.getByRole('group', { name }),
    ) as [ReturnType<typeof result.getByRole>, ReturnType<typeof result.getByRole>]
    const home = halfTime.getByLabel('Busoga United')
    const away = halfTime.getByLabel('Wakiso Giants')
    const entered = async () => [await home.inputValue(), await away.inputValue()]
    await expect.poll(entered).toEqual(['1', '0'])
    await button(result, 'Remove the home goal in minute 1').click()
    await fullTime.getByLabel('Wakiso Giants').fill('1')
    await expect.poll(entered).toEqual(['', ''])
    await button(result, 'Preview the effect').click()
    await halfTime.getByText('The goals have changed. Enter the half-time score.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await violations(page, 'everything')).toEqual([])
    await home.fill('2')
    await away.fill('0')
    await button(result, 'Preview the effect').click()
    await halfTime.getByText('This field is higher than the final score.').waitFor()
    await expect.poll(() => home.getAttribute('aria-invalid')).toBe('true')
    await home.fill('')
    await away.fill('')
    await result.getByLabel('The half-time score is not known').check()
    await button(result, 'Preview the effect').click()
    await dialog(/^Settle .+ again\?$/)
      .getByText('not known')
      .waitFor()
  })

  it('[full] [ADMG-14] a postponed game whose bets are void can be cancelled, but not set back to upcoming', async () => {
    const id = await newGame('Kataka FC')
    await step(id, { step: 'postpone' })
    const result = { kind: 'void' } as const
    const preview = { params: { id }, body: result }
    const { amount, seen } = await staff.client.must('POST /api/admin/games/{id}/result/preview', preview)
    const confirmed = { amount, seen, reason: 'no new date' }
    await staff.client.must('POST /api/admin/games/{id}/result', { params: { id }, body: { result, confirmed } })
    const other = await newGame('Blacks Power')
    await step(other, { step: 'postpone' })
    await open(page, `/admin/games/${other}`)
    await button(page, 'Set back to upcoming').waitFor()
    await button(page, 'Cancel the game').click()
    const cancelling = dialog(/^Cancel the game: /)
    await cancelling.getByLabel('Reason').fill('no new date')
    await button(cancelling, 'Cancel the game').click()
    await sees(page, 'cancelled')
    await open(page, `/admin/games/${id}`)
    await sees(page, 'cancelled')
    expect(await button(page, 'Set back to upcoming').count()).toBe(0)
  })
})

/** The reasons of the latest audit entries about a game. */
async function reasonsOf(id: string): Promise<string[]> {
  const { items } = await staff.client.must('GET /api/admin/audit', { query: { pageSize: 50 } })
  return items.filter(({ subject }) => subject === `game:${id}`).map(({ reason }) => reason)
}

describe('changes of a game that affect bets', () => {
  const SIZES = [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1280, height: 800 },
  ] as const

  /** Checks the open dialog in all sizes and both themes. */
  async function checkDialog(name: string): Promise<void> {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page, 'everything'), `${name} ${size.width} ${colorScheme}`).toEqual([])
        await expect.poll(() => overflowsSideways(page)).toBe(false)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(DESKTOP)
  }

  it('[full] [ADMG-13] [ADMT-30] new odds, a new start and a final status are saved after staff confirmed their effect on bets', async () => {
    const id = await newGame('Gulu United')
    const ticket = await placeSingle(player, id, 50_000)
    await open(page, `/admin/games/${id}`)
    const form = dialog('Edit game')
    const save = async (label: string, value: string): Promise<void> => {
      await button(page, 'Edit').click()
      await form.getByLabel(label, { exact: true }).fill(value)
      await button(form, 'Save game').click()
    }
    await save('Home odds', '2.05')
    const odds = dialog('Change the odds?')
    await odds.getByText('2.10 · 3.40 · 3.60 → 2.05 · 3.40 · 3.60').waitFor()
    await odds.getByText(ugx(ticket.potentialWin)).waitFor()
    await checkDialog('odds')
    await button(odds, 'Change the odds').click()
    await odds.getByText('Please give a reason.').waitFor()
    await odds.getByLabel('Reason').fill('the line-ups')
    await button(odds, 'Change the odds').click()
    await form.waitFor({ state: 'detached' })

    await save('Start time (Kampala)', momentText(startingIn(72)))
    const start = dialog('Change the start?')
    await start.getByText('Payout affected').waitFor()
    await checkDialog('start')
    await start.getByLabel('Reason').fill('the pitch is flooded')
    await start.getByLabel('Type MOVE to confirm').fill('MOVE')
    await button(start, 'Change the start').click()
    await form.waitFor({ state: 'detached' })
    const statusNow = async (of: string) =>
      (await player.client.must('GET /api/bets/{id}', { params: { id: of } })).status
    await expect.poll(() => statusNow(ticket.id)).toBe('void')

    // The game takes bets on its new start.
    const again = await placeSingle(player, id, 50_000)
    const confirmed = { amount: again.potentialWin, reason: 'kick-off' }
    await step(id, { step: 'start', confirmed })
    await sees(page, "Live 0'")
    await button(page, 'Edit').click()
    await form.getByLabel('Status').selectOption('finished')
    await button(form, 'Save game').click()
    const end = dialog('Settle the bets?')
    await end.getByText('Tickets that end or change').waitFor()
    await checkDialog('end')
    await end.getByLabel('Reason').fill('the final whistle')
    await button(end, 'Save and settle').click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => statusNow(again.id)).toBe('lost')
    expect(await reasonsOf(id)).toEqual(
      expect.arrayContaining(['the line-ups', 'the pitch is flooded', 'the final whistle']),
    )
  })

  it('[full] [ADMX-06] a suspension shows the open bets of the game, and the deletion of a game keeps its reason', async () => {
    const id = await newGame('Lira United')
    const ticket = await placeSingle(player, id, 50_000)
    await open(page, `/admin/games/${id}`)
    await button(page, 'Suspend').first().click()
    const suspending = dialog('Suspend Lira United vs Wakiso Giants?')
    await suspending.getByText(ugx(ticket.potentialWin)).waitFor()
    await checkDialog('suspend')
    await suspending.getByLabel('Reason').fill('odd bets')
    await button(suspending, 'Suspend').click()
    await sees(page, 'suspended')
    await button(page, 'Postpone').click()
    await dialog(/^Postpone: /)
      .getByText(ugx(ticket.potentialWin))
      .waitFor()
    await checkDialog('postpone')
    await button(dialog(/^Postpone: /), 'Cancel').click()
    await open(page, '/admin/risk')
    await button(page, 'Suspend everything').click()
    await dialog('Suspend everything?').getByText('Maximum payout').waitFor()
    await checkDialog('everything')
    await button(dialog('Suspend everything?'), 'Cancel').click()

    const unused = await newGame('Arua United')
    await open(page, `/admin/games?q=Arua+United`)
    await button(page, 'More actions of Arua United vs Wakiso Giants').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deleting = dialog('Delete Arua United vs Wakiso Giants?')
    await deleting.getByLabel('Reason').fill('entered twice')
    await button(deleting, 'Delete').click()
    await deleting.waitFor({ state: 'detached' })
    expect(await reasonsOf(unused)).toContain('entered twice')
  })
})

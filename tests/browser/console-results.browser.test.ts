import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Player } from '../support/player.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  open,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'

let fixture: BrowserFixture
let staff: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
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
const step = (id: string, body: { readonly step: 'start' | 'finish' | 'postpone' }) =>
  staff.client.must('POST /api/admin/games/{id}/step', { params: { id }, body })
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
    await staff.client.must('POST /api/admin/games/{id}/result', {
      params: { id },
      body: { result: { kind: 'void' }, reason: 'no new date' },
    })
    const other = await newGame('Blacks Power')
    await step(other, { step: 'postpone' })
    await open(page, `/admin/games/${other}`)
    await button(page, 'Set back to upcoming').waitFor()
    await button(page, 'Cancel the game').click()
    await button(dialog(/^Cancel the game: /), 'Cancel the game').click()
    await sees(page, 'cancelled')
    await open(page, `/admin/games/${id}`)
    await sees(page, 'cancelled')
    expect(await button(page, 'Set back to upcoming').count()).toBe(0)
  })
})

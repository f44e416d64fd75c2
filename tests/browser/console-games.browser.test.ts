import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { violations } from './inspect.ts'
import { lineOf, SETTLING } from './matches.ts'
import { breakOff, meet, refuse } from './network.ts'
import {
  button,
  DESKTOP,
  open,
  openStage,
  option,
  overflowsSideways,
  pictureOfFailure,
  sees,
  type Stage,
  type Visit,
} from './stage.ts'

let stage: Stage
let staff: Player
let player: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  stage = await openStage({ matches: SETTLING.map((each) => lineOf(each)), kickoffInSeconds: 7_200 })
  player = await registerPlayer(stage.product, '772420130')
  await deposit(player, 900_000)
  staff = await registerPlayer(stage.product, '772420148')
  const database = new pg.Client({ connectionString: stage.product.database.adminUrl })
  await database.connect()
  await database.query(`update profiles set role = 'admin' where id = $1`, [staff.userId])
  await database.query('update session set confirmed_at = now() where user_id = $1', [staff.userId])
  await database.end()
  visit = await stage.visit({ player: staff, size: DESKTOP })
  page = visit.page
})
afterEach(pictureOfFailure(() => page))
afterAll(async () => {
  await visit?.context.close()
  await stage?.close()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const toasted = (text: string | RegExp) => page.getByText(text).first().waitFor()

describe('game management', () => {
  it('[ADMG-01] [ADMG-03] [ADMG-04] [ADMG-07] [ADMG-08] [ADMG-14] [ADMG-19] [ADMG-20] [ADMG-25] [ADMG-26] [ADMG-27] adds, lists and synchronises games', async () => {
    await open(page, '/admin/games')
    await button(page, 'Add New Game').click()
    const form = dialog('Add New Game')
    const save = () => button(form, 'Save game').click()
    await save()
    await toasted('Home team and away team are required.')
    await form.getByLabel('Home team').fill('Kitara FC')
    await form.getByLabel('Away team').fill('NEC FC')
    await save()
    await toasted('Start time is required.')
    await form.getByLabel('Start time (Kampala)').fill('2031-01-09T16:00')
    await form.getByLabel('Minute', { exact: true }).fill('91')
    await button(form, 'Add goal').click()
    await toasted('A goal event needs a minute from 1 to 90.')
    const broken = await meet(page, 'POST /api/admin/games', breakOff)
    await save()
    await toasted(/^Unexpected error: /)
    await broken()
    // Saved, but the list cannot be read afterwards.
    const unread = await meet(page, 'GET /api/admin/games', refuse(404, { code: 'NOT_FOUND', detail: 'gone' }))
    await save()
    await toasted('This game has no odds yet and cannot be bet on.')
    await toasted('Game saved but failed to refresh list. Please refresh manually.')
    await button(page, 'Refresh').click()
    await toasted('Refresh failed: gone')
    await unread()
    // Within the poll of three seconds it is there.
    await page.getByText('Kitara FC – NEC FC').first().waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('/api/admin/games?'), { timeout: 4_000 })
    await button(page, 'Sync Scores').click()
    await toasted('✅ Scores synchronized successfully from goal events!')
    await asked
    const unsynced = await meet(
      page,
      'POST /api/admin/games/sync-scores',
      refuse(500, { code: 'INTERNAL', detail: 'no disk' }),
    )
    await button(page, 'Sync Scores').click()
    await toasted('❌ Score Sync Failed: no disk')
    await unsynced()
    expect(await violations(page, 'everything')).toEqual([])
  })

  it('[ADMG-05] a match by hand from its start to its settlement, a bet on it, and a wrong goal taken back', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const body = { homeTeam: 'BUL FC', awayTeam: 'URA FC', league: 'Premier League', startTime: inAnHour }
    const odds = { homeOdds: 2.1, drawOdds: 3.2, awayOdds: 3.4 }
    const { game } = await staff.client.must('POST /api/admin/games', { body: { ...body, ...odds } })
    const { prices } = await player.client.must('GET /api/games/{id}', { params: { id: game.id } })
    const selections = [{ gameId: game.id, market: '1x2', selection: '1', odds: prices['1'] ?? 0 }]
    const slip = { stake: 50_000, selections, acceptOddsChanges: true }
    const { ticket } = await player.client.must('POST /api/bets', { body: slip })
    const statusNow = async () => (await player.client.must('GET /api/bets/{id}', { params: { id: ticket.id } })).status
    await open(page, `/admin/games/${game.id}`)
    await button(page, 'Start the match').click()
    await toasted("Live 0'")
    await page.getByRole('region', { name: 'Run by hand' }).getByLabel('Minute').fill('23')
    await button(page, 'Set the clock').click()
    await toasted("Live 23'")
    await button(page, 'Goal BUL FC').click()
    await sees(page, '1 – 0')
    await button(page, 'Goal URA FC').click()
    await sees(page, '1 – 1')
    await page
      .getByRole('list', { name: 'Goals' })
      .getByRole('listitem')
      .filter({ hasText: 'URA FC' })
      .getByRole('button')
      .click()
    await sees(page, '1 – 0')
    await button(page, 'Half time').click()
    await toasted('HalfTime')
    expect(await violations(page, 'everything')).toEqual([])
    await button(page, 'Finish').click()
    await button(dialog(/^Finish: /), 'Finish').click()
    await expect.poll(statusNow).toBe('won')
    // A wrong result is looked at before it is corrected.
    await page.getByLabel('URA FC, 90 minutes').fill('2')
    await page.getByRole('region', { name: 'Result' }).getByLabel('Team').selectOption('away')
    for (const minute of ['50', '60']) {
      await page.getByRole('region', { name: 'Result' }).getByLabel('Minute', { exact: true }).fill(minute)
      await button(page.getByRole('region', { name: 'Result' }), 'Add goal').click()
    }
    await button(page, 'Look at what it moves').click()
    const asking = dialog(/anew\?$/)
    expect(((await asking.textContent()) ?? '').replace(/\u00a0/g, ' ')).toContain(
      `Taken backUGX ${ticket.potentialWin.toLocaleString('en-UG', { minimumFractionDigits: 2 })}`,
    )
    await asking.getByLabel('Reason').fill('the video shows it')
    await button(asking, 'Settle anew').click()
    await toasted(/version 2/)
    await expect.poll(statusNow).toBe('lost')
  })
})

describe('fixtures and risk', () => {
  it('[ADMF-01] [ADMF-03] [ADMF-04] [ADMF-05] [ADMF-08] [ADMF-09] [ADMF-10] [ADMF-11] [ADMF-12] [ADMF-13] [ADMF-14] saved, changed, published, deleted, each in its words', async () => {
    await open(page, '/admin/fixtures')
    await button(page, 'Add Fixture').click()
    const adding = dialog('Add Fixture')
    await button(adding, 'Save fixture').click()
    await toasted(/^Failed to save fixture: A fixture needs a tournament/)
    await adding.getByLabel('Tournament').fill('Uganda Cup')
    await button(adding, 'Save fixture').click()
    await toasted(/^Failed to save fixture: A match needs home team, away team and date/)
    await adding.getByLabel('Home team').fill('Maroons FC')
    await adding.getByLabel('Away team').fill('Police FC')
    await adding.getByLabel('Date').fill('2031-01-10')
    await button(adding, 'Save fixture').click()
    await toasted('Fixture saved successfully')
    // Another member of staff adds one: the open list shows it by itself.
    const matches = [{ homeTeam: 'Onduparaka', awayTeam: 'Arua Hill', date: '2031-01-11' }]
    await staff.client.must('POST /api/admin/fixtures', { body: { tournament: 'West Nile Cup', matches } })
    const other = page.getByRole('article', { name: 'West Nile Cup' })
    await other.waitFor()
    await button(other, 'Edit').click()
    await dialog('Edit Fixture').getByLabel('Season').fill('2031')
    const broken = await meet(page, 'PUT /api/admin/fixtures/*', breakOff)
    await button(dialog('Edit Fixture'), 'Save fixture').click()
    await toasted('Failed to update fixture')
    await broken()
    await button(dialog('Edit Fixture'), 'Save fixture').click()
    await toasted('Fixture updated successfully')
    await button(other, 'Publish 1 match').click()
    await toasted('Onduparaka vs Arua Hill: This game has no odds yet and cannot be bet on.')
    expect(await violations(page, 'everything')).toEqual([])
    await button(other, 'Delete').click()
    const undeleted = await meet(page, 'DELETE /api/admin/fixtures/*', breakOff)
    await button(dialog('Delete West Nile Cup?'), 'Delete').click()
    await toasted('Failed to delete fixture')
    await undeleted()
    await button(dialog('Delete West Nile Cup?'), 'Delete').click()
    await toasted('Fixture deleted successfully')
    const unread = await meet(page, 'GET /api/admin/fixtures', refuse(404))
    await open(page, '/admin/fixtures')
    await sees(page, 'Failed to fetch fixtures')
    await unread()
  })

  it('everything is suspended with one switch, for the apps that are open too', async () => {
    const bettor = await stage.visit({ player })
    await open(bettor.page, '/sports?q=Vipers')
    const price = option(bettor.page, '1', 'Vipers')
    await price.first().waitFor()
    await open(page, '/admin/risk')
    await button(page, 'Suspend everything').click()
    const asking = dialog('Suspend everything?')
    await asking.getByLabel('Reason').fill('a leak')
    await button(asking, 'Suspend').click()
    await toasted(/^Everything is suspended since /)
    await expect.poll(() => price.count()).toBe(0)
    expect(await violations(page, 'everything')).toEqual([])
    await button(page, 'Open everything again').click()
    await dialog('Open everything again?').getByLabel('Reason').fill('it was none')
    await button(dialog('Open everything again?'), 'Open again').click()
    await price.first().waitFor()
    await bettor.context.close()
  })

  it('on a phone nothing goes over the edge', async () => {
    const { items } = await staff.client.must('GET /api/admin/games', { query: { q: 'BUL' } })
    const phone = await stage.visit({ player: staff })
    for (const [path, heading] of [
      ['/admin/games', 'Game Management'],
      [`/admin/games/${items[0]?.id}`, 'Markets'],
      ['/admin/fixtures', 'Fixtures'],
      ['/admin/risk', 'Open liability by game'],
    ] as const) {
      await open(phone.page, path)
      await phone.page.getByRole('heading', { name: heading }).waitFor()
      expect([path, await overflowsSideways(phone.page)]).toEqual([path, false])
      expect(await violations(phone.page, 'everything')).toEqual([])
    }
    await phone.context.close()
  })
})

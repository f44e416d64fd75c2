import { it } from 'vitest'
import { deposit, registerPlayer } from '../support/player.ts'
import { lineOf, SETTLING } from './matches.ts'
import { button, DESKTOP, open, openStage, option } from './stage.ts'
it('shots', async () => {
  const stage = await openStage({ matches: SETTLING.map((e) => lineOf(e)), kickoffInSeconds: 9000 })
  const owner = await registerPlayer(stage.product, '772400910')
  await deposit(owner, 900_000)
  const { items } = await owner.client.must('GET /api/games', { query: { sport: 'soccer' } })
  const selections = items.slice(0, 3).map((g) => ({ gameId: g.id, market: '1x2', selection: '1', odds: 1.01 }))
  const { ticket } = await owner.client.must('POST /api/bets', { body: { stake: 30000, acceptOddsChanges: true, selections } })
  for (const [theme, size] of [['light', { width: 360, height: 900 }], ['dark', DESKTOP]] as const) {
    const { page } = await stage.visit({ player: owner, theme, size })
    const shot = (n: string) => page.screenshot({ path: `/tmp/bcw/${n}-${theme}.png` })
    await open(page, `/booking-code?code=${ticket.bookingCode}`)
    await shot('idle')
    await button(page, 'Search').click()
    await button(page, 'Load to Bet Slip').waitFor()
    await shot('found')
    await page.getByLabel('Booking code', { exact: true }).first().fill('ABCDEF123')
    await button(page, 'Search').click()
    await page.getByText('No bet found').first().waitFor()
    await shot('missing')
    await open(page, '/betslip')
    await page.waitForTimeout(500)
    await shot('empty')
    await open(page, '/')
    await option(page, '1', 'Vipers').first().click()
    await open(page, '/betslip')
    await page.waitForTimeout(2500)
    await shot('slip')
  }
  await stage.close()
})

import type { Page } from 'playwright-core'
import { showAlerts } from './alert-samples.ts'
import { showClosedMonth, showMonths, showOpenMonth } from './month-samples.ts'

const STAFF = { needsLogin: true, state: 'staff', title: 'Admin Panel' } as const

/** Alerts and the closing of months in the console. */
export const FINANCE_SCREENS = [
  { ...STAFF, name: 'console-alerts', path: '/admin/alerts' },
  { ...STAFF, name: 'console-acknowledge', path: '/admin/alerts' },
  { ...STAFF, name: 'console-months', path: '/admin/reports/months' },
  { ...STAFF, name: 'console-month', path: '/admin/reports/months/2026-01' },
  { ...STAFF, name: 'console-month-open', path: '/admin/reports/months/2026-01' },
] as const

export const FINANCE_STEPS = {
  async 'console-alerts'(page: Page) {
    await showAlerts(page)
    await page.getByText('Ticket 7KQ2MXP4').first().waitFor()
  },
  async 'console-months'(page: Page) {
    await showMonths(page)
    await page.getByText('January 2026').first().waitFor()
  },
  async 'console-month'(page: Page) {
    await showClosedMonth(page)
    await page.getByRole('heading', { name: 'After closing' }).waitFor()
  },
  async 'console-month-open'(page: Page) {
    await showOpenMonth(page)
    await page.getByText('This month cannot be closed yet.').waitFor()
  },
  async 'console-acknowledge'(page: Page) {
    await showAlerts(page)
    await page.getByText('Ticket 7KQ2MXP4').first().waitFor()
    const arrow = page.getByRole('button', { name: /^Details of / }).first()
    if ((await arrow.count()) > 0) await arrow.click()
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).first().click()
    await page.getByRole('dialog').getByLabel('Note').fill('MTN confirms an outage.')
  },
}

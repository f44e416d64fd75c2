import type { Page } from 'playwright-core'
import { button, type Visit } from './browser-fixture.ts'
import { leaveTab, openTab, remembersNothing } from './tabs.ts'

/** Fills in who registers or logs in. */
export async function enter(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Logs in by the form that is open. */
export async function logIn(page: Page, phone: string, password: string): Promise<void> {
  await enter(page, phone, password)
  await button(page, 'LOG IN').click()
}

/** A tab of a visitor; what an earlier one has on its way must not give it the session back. */
export async function openTabOfVisitor({ context }: Visit, earlier: Page | undefined): Promise<Page> {
  await leaveTab(earlier)
  await context.clearCookies()
  return openTab(context, remembersNothing)
}

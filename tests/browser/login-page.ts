import type { Page } from 'playwright-core'
import { button, type Visit } from './browser-fixture.ts'
import { leaveTab, openTab, clearStorageOnLoad } from './tabs.ts'

export async function fillLogin(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function logIn(page: Page, phone: string, password: string): Promise<void> {
  await fillLogin(page, phone, password)
  await button(page, 'LOG IN').click()
}

/** Opens a tab as a visitor. Pending requests of an earlier tab must not restore the session. */
export async function openTabOfVisitor({ context }: Visit, earlier: Page | undefined): Promise<Page> {
  await leaveTab(earlier)
  await context.clearCookies()
  return openTab(context, clearStorageOnLoad)
}

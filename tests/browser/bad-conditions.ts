import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, headerBalance } from './browser-fixture.ts'
import { translate } from './translate.ts'

export const NIN = 'CM9001234AB5CD'
export const PASSWORD = 'kasana-4728-zebra'
const COMMA = 'Please use a point for cents and a comma for thousands'

/**
 * Before a page is opened: fills its storage, translates it, and measures how long it shows figures without the note
 * "Not live.".
 */
export async function applyBadConditions(page: Page): Promise<void> {
  await page.addInitScript(fillStorage)
  await page.addInitScript(translate)
  await page.addInitScript(watchNote)
}

export async function submitRegistration(page: Page, phone: string): Promise<void> {
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Nakato')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel(/^NIN/).fill(NIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('District').fill('Mukono')
  await page.getByLabel('I am at least 25 years old and accept the terms').check()
  await button(page, 'CREATE ACCOUNT').click()
}

/** Enters an amount as a comma keypad does, and then correctly. */
export async function enterAmount(page: Page, label: RegExp, amount: string): Promise<void> {
  const field = page.getByLabel(label)
  await field.fill('')
  await field.pressSequentially(`${amount.replaceAll(',', '')},50`)
  await page.getByText(COMMA).first().waitFor()
  await field.fill(amount)
  await page.getByText(COMMA).first().waitFor({ state: 'detached' })
}

/** Accepts and confirms the offer on a ticket's page, and waits until it is paid. */
export async function cashOut(page: Page): Promise<void> {
  const block = page.getByRole('region', { name: 'Cashout' })
  await button(block, 'Accept').click()
  await button(block, 'Confirm cashout').waitFor()
  await expect
    .poll(async () => {
      // A tap soon after the question counts as the second press of a double tap.
      await button(block, 'Confirm cashout')
        .click({ timeout: 1_000 })
        .catch(() => undefined)
      return page.getByText(/^You cashed out this ticket/).isVisible()
    })
    .toBe(true)
}

/** Waits for the right balance. Until then the page shows the right balance, or says that it is not live. */
export async function balanceBecomes(page: Page, ugx: string): Promise<void> {
  const isBalanceRightOrMarked = async (): Promise<boolean> =>
    (await headerBalance(page)) === `UGX ${ugx}.00` || (await page.getByText('Not live.', { exact: true }).isVisible())
  await expect.poll(isBalanceRightOrMarked).toBe(true)
  // Without a stream the page polls the balance every 30 s.
  await expect.poll(() => headerBalance(page), { timeout: 120_000 }).toBe(`UGX ${ugx}.00`)
}

/**
 * How long, in tenths of a second, the page has shown a balance or odds without the note "Not live.", without an event
 * stream.
 */
export const unmarkedStaleTenths = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['unmarked']))

export const MAX_UNMARKED_STALE_TENTHS = 50

/** Runs in the page before its own scripts. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/**
 * Runs in the page before its own scripts. Counts the most consecutive tenths of a second in which the painted page shows
 * a balance or odds without the note. It counts timer ticks, because a busy machine delays them and the page alike.
 */
function watchNote(): void {
  let unmarked = 0
  let most = 0
  setInterval(() => {
    const isPainted = performance.getEntriesByType('paint').length > 0
    const hasBalance = document.querySelector('header')?.textContent?.includes('UGX') ?? false
    const hasOdds = document.querySelector('main button[aria-pressed]') !== null
    const notes = [...document.querySelectorAll('[role=status]')]
    const isMarked = notes.some(
      (note) => note.textContent?.includes('Not live.') && note.checkVisibility({ visibilityProperty: true }),
    )
    unmarked = isPainted && (hasBalance || hasOdds) && !isMarked ? unmarked + 1 : 0
    most = Math.max(most, unmarked)
    document.documentElement.dataset['unmarked'] = String(most)
  }, 100)
}

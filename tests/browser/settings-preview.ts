import type { Page } from 'playwright-core'
import { button } from './browser-fixture.ts'

/** The dialog with the changes of settings and what they affect. */
export const settingsPreview = (page: Page) => page.getByRole('dialog', { name: 'Check the changes' })

/** Saves the edited settings with a reason. */
export async function saveSettings(page: Page, reason: string, verb = 'Save'): Promise<void> {
  await button(page, 'Save All Settings').click()
  await settingsPreview(page).getByLabel('Reason').fill(reason)
  await button(settingsPreview(page), verb).click()
}

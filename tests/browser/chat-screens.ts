import type { Page } from 'playwright-core'

const HELP = { path: '/help', title: 'Help Center', needsLogin: true } as const

/** The conversation with customer care (see `screens.ts`). */
export const CHAT_SCREENS = [
  { ...HELP, name: 'chat', state: 'filled' },
  { ...HELP, name: 'chat-empty', state: 'empty' },
  { ...HELP, name: 'chat-error', state: 'error' },
  { ...HELP, name: 'chat-offline', state: 'offline' },
] as const

export const CHAT_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async chat(page) {
    await page.getByRole('log').focus()
    await page.getByRole('log').getByAltText('Image from you').scrollIntoViewIfNeeded()
  },
  async 'chat-empty'(page) {
    await page.getByText('No messages yet').waitFor()
  },
  async 'chat-offline'(page) {
    await page.getByLabel('Write a message').fill('It has still not arrived')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Waiting for network').waitFor()
  },
}

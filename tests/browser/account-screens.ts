import type { Page } from 'playwright-core'

/** Help, rules and legal texts; the account and its password. */
export const ACCOUNT_SCREENS = [
  { name: 'login-forgot', path: '/login', needsLogin: false, title: 'Log in', state: 'filled' },
  { name: 'forgot-password', path: '/forgot-password', needsLogin: false, title: 'Forgot password', state: 'filled' },
  {
    name: 'forgot-password-code',
    path: '/forgot-password',
    needsLogin: false,
    title: 'Forgot password',
    state: 'filled',
  },
  { name: 'reset-password', path: '/reset-password', needsLogin: false, title: 'New password', state: 'filled' },
  { name: 'reset-password-none', path: '/reset-password', needsLogin: false, title: 'New password', state: 'empty' },
  { name: 'confirm-email', path: '/confirm-email', needsLogin: false, title: 'Confirm email', state: 'filled' },
  { name: 'help', path: '/help', needsLogin: false, title: 'Help Center', state: 'filled' },
  { name: 'contact', path: '/contact', needsLogin: false, title: 'Contact us', state: 'filled' },
  { name: 'rules', path: '/rules', needsLogin: false, title: 'Betting Rules', state: 'filled' },
  { name: 'extended-rules', path: '/extended-rules', needsLogin: false, title: 'Extended Rules', state: 'filled' },
  { name: 'terms', path: '/terms', needsLogin: false, title: 'Terms of Service', state: 'filled' },
  { name: 'refund-policy', path: '/refund-policy', needsLogin: false, title: 'Refund Policy', state: 'filled' },
  {
    name: 'manage-account',
    path: '/manage-account',
    needsLogin: true,
    title: 'Password and sessions',
    state: 'filled',
  },
  {
    name: 'manage-account-refused',
    path: '/manage-account',
    needsLogin: true,
    title: 'Password and sessions',
    state: 'unknown',
  },
] as const

/** Steps before the picture is taken, by screen. */
export const ACCOUNT_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'manage-account-refused'(page) {
    await page.getByLabel('Current password').fill('not-the-password')
    await page.getByLabel('New password', { exact: true }).fill('matooke-and-beans-2')
    await page.getByLabel('Confirm new password').fill('matooke-and-beans-2')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is incorrect.').waitFor()
  },
  async 'reset-password-none'(page) {
    // The history entry may still contain the link of the previous screen.
    await page.evaluate(() => history.replaceState(null, ''))
    await page.reload()
    await page.getByText(/^Open the link in our email/).waitFor()
  },
  // Opens the screen like the link of a mail.
  async 'reset-password'(page) {
    await page.evaluate(() => {
      location.hash = 'token'
    })
    await page.getByLabel('New password', { exact: true }).waitFor()
  },
  async 'login-forgot'(page) {
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('dialog').getByLabel('Email or phone number').waitFor()
  },
  async 'forgot-password-code'(page) {
    await page.getByRole('button', { name: 'I already have a code' }).click()
    // On desktop the slip beside the page accepts booking codes once it has loaded.
    await page.getByLabel('Code', { exact: true }).waitFor()
  },
}

import { chromiumPath } from './chromium.ts'

/** Finds or installs the browser once, before several test files would. */
export function setup(): void {
  process.env['CHROME_PATH'] = chromiumPath()
}

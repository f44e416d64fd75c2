import { buildWebIfStale } from '../../scripts/running/web-build.ts'
import { chromiumPath } from './chromium.ts'

/** Before several test files would: finds or installs the browser, and builds the web app. */
export function setup(): void {
  process.env['CHROME_PATH'] = chromiumPath()
  if (!process.env['WEB_DIST']) buildWebIfStale()
}

import { buildWebIfStale } from '../../scripts/running/web-build.ts'
import { prepareBrowsers } from './chromium.ts'

/** Before several test files would: finds or installs the browsers, and builds the web app. */
export function setup(): void {
  prepareBrowsers()
  if (!process.env['WEB_DIST']) buildWebIfStale()
}

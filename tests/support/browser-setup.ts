import { buildWebIfStale } from '../../scripts/running/web-build.ts'
import { chromiumPath, headlessPath } from './chromium.ts'

/** Before several test files would: finds or installs the browsers, and builds the web app. */
export function setup(): void {
  chromiumPath()
  headlessPath()
  if (!process.env['WEB_DIST']) buildWebIfStale()
}

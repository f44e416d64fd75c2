import { buildWebIfStale } from '../../scripts/running/web-build.ts'
import { prepareBrowsers } from './chromium.ts'

/** Runs once before all files: finds or installs the browsers, and builds the web app. */
export function setup(): void {
  prepareBrowsers()
  if (!process.env['WEB_DIST']) buildWebIfStale()
}

// Parts of every page that load together after hydration: one request instead of one for each.
export { LiveUpdates } from '../state/live.ts'
export { SideMenu } from './chrome/side-menu.tsx'
export { Away, startWithStored } from './offline.tsx'

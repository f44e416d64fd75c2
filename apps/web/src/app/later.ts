// Parts of every page, bundled into one request after hydration.
export { LiveUpdates } from '../state/live.ts'
export { SideMenu } from './chrome/side-menu.tsx'
export { SlipSheet } from './chrome/slip-sheet.tsx'
export { BackgroundTasks, startWithStored } from './offline.tsx'

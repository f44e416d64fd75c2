// Code that every page needs after hydration, loaded in one request.
export { LiveUpdates } from '../state/live.ts'
export { SideMenu } from './chrome/side-menu.tsx'
export { SlipSheet } from './chrome/slip-sheet.tsx'
export { BackgroundTasks, startWithStored } from './offline.tsx'

/** The look of a bar with news about the connection or the app. */
export const BAR = 'flex items-center justify-center gap-2 bg-ink px-3 pt-1.5 pb-4 text-12 text-paper md:pb-1.5'

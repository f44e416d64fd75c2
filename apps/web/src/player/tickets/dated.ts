/** A line of a history: its text, and its time in a column at the right. */
export const DATED_ROW = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 letters:grid-cols-1'

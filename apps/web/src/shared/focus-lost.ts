/**
 * As the `ref` of an element that replaces a pressed control: takes over the lost focus. Without it a screen reader
 * restarts at the top of the page. Focus on any other element stays there.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus({ preventScroll: true })
}

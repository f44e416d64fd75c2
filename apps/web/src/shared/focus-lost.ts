/**
 * A ref for an element that replaces a pressed control. It takes over the lost focus, because screen readers would
 * otherwise restart at the top. Focus on another element stays.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus({ preventScroll: true })
}

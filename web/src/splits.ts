/** The bars between the halves of the page: dragged, or moved by arrow keys, which is what a separator's role promises. */

export function makeSplit(bar: HTMLElement, house: HTMLElement, property: string, onMove: () => void): void {
  const isRows = bar.getAttribute("aria-orientation") === "horizontal";
  const [least, most] = [
    Number(bar.getAttribute("aria-valuemin")),
    Number(bar.getAttribute("aria-valuemax")),
  ];
  const set = (value: number): void => {
    const percent = Math.round(Math.max(least, Math.min(most, value)));
    bar.setAttribute("aria-valuenow", String(percent));
    house.style.setProperty(property, `${percent}%`);
    onMove();
  };
  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const box = (bar.parentElement ?? house).getBoundingClientRect();
      set(isRows ? ((clientY - box.top) / box.height) * 100 : ((clientX - box.left) / box.width) * 100);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const steps: Readonly<Record<string, number>> = isRows
      ? { ArrowUp: -4, ArrowDown: 4 }
      : { ArrowLeft: -4, ArrowRight: 4 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(Number(bar.getAttribute("aria-valuenow")) + step);
  });
}

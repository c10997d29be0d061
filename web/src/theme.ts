/** Light or dark: as the system has it, until somebody says otherwise. */

const place = "lutra.explorer.theme";

export function startTheme(button: HTMLElement): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean =>
    (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const chosen = read();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  const tell = (): void => {
    button.setAttribute("aria-pressed", String(isDark()));
    button.setAttribute("aria-label", "Dark colours");
  };
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(place, next);
    } catch {
      // nothing is kept
    }
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

function read(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

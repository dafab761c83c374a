"""Times scipy on the questions of OrderStatisticBenchmark.

Mean and standard deviation of the longest of n lognormal latencies of mean 300 s and standard
deviation 300 s: by scipy.stats.order_statistic where scipy has it (1.15 and later), and by
integrating the density with scipy.integrate.quad, as the paper's formulas have it.
"""

import math
import time

try:
    import scipy
    from scipy import integrate, stats
except ImportError:
    raise SystemExit("scipy is not installed: nothing to time (pip install scipy)")

MEAN = SD = 300.0
LOG_SD = math.sqrt(math.log1p((SD / MEAN) ** 2))
LOG_MEAN = math.log(MEAN) - LOG_SD**2 / 2


def best_of(question, repeats=5):
    """Returns the answer and the least time it took, in seconds."""
    least = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        answer = question()
        least = min(least, time.perf_counter() - start)
    return answer, least


def by_order_statistic(count):
    normal = stats.Normal(mu=LOG_MEAN, sigma=LOG_SD)
    longest = stats.order_statistic(stats.exp(normal), r=count, n=count)
    return longest.mean(), longest.standard_deviation()


def quantile_by_order_statistic(count):
    normal = stats.Normal(mu=LOG_MEAN, sigma=LOG_SD)
    return stats.order_statistic(stats.exp(normal), r=count, n=count).icdf(0.95)


def by_quad(count):
    law = stats.lognorm(LOG_SD, scale=math.exp(LOG_MEAN))

    def moment(order):
        def integrand(t):
            return count * t**order * law.pdf(t) * law.cdf(t) ** (count - 1)

        return integrate.quad(integrand, 0, math.inf, limit=500)[0]

    mean = moment(1)
    return mean, math.sqrt(max(0.0, moment(2) - mean * mean))


def main():
    print(f"scipy {scipy.__version__}")
    has_order_statistic = hasattr(stats, "order_statistic")
    if not has_order_statistic:
        print("scipy.stats.order_statistic is not in this version")
    for count in (12, 126, 1000, 100_000):
        if has_order_statistic:
            (mean, sd), seconds = best_of(lambda: by_order_statistic(count))
            print(f"n={count}: order_statistic mean {mean:.9g} sd {sd:.9g} in {seconds * 1e3:.2f} ms")
            quantile, seconds = best_of(lambda: quantile_by_order_statistic(count))
            print(f"n={count}: order_statistic q95 {quantile:.9g} in {seconds * 1e3:.2f} ms")
        (mean, sd), seconds = best_of(lambda: by_quad(count))
        print(f"n={count}: quad            mean {mean:.9g} sd {sd:.9g} in {seconds * 1e3:.2f} ms")


if __name__ == "__main__":
    main()

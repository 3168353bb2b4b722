# English: dates, ages and durations.

date = { $day } { $month }
date-year = { $date } { $year }
date-time = { $date }, { $time }
age-now = now
age-minutes = { $count } min
age-hours = { $count } h
past-now = just now
past-span = { $span } ago
past-date = on { $date }
future-now = now
future-span = in { $span }
future-date = on { $date }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
span-moment = less than a second
span-second =
    { $n ->
        [one] { $count } second
       *[other] { $count } seconds
    }
span-minute =
    { $n ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
span-hour =
    { $n ->
        [one] { $count } hour
       *[other] { $count } hours
    }
span-day =
    { $n ->
        [one] { $count } day
       *[other] { $count } days
    }

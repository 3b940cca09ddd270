import CityModel
import CityReports

print("bench")

// Rings that turn inside one another over a mirror; clock goes from 0 to 1.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 }
camera { location <0, 3.2, -7.5> look_at <0, 0.9, 0> angle 38 }
light_source { <5, 8, -6> rgb 1.0 }
light_source { <-6, 4, -2> rgb <0.25, 0.3, 0.4> }
background { rgb <0.6, 0.68, 0.78> }
plane { y, -0.4 pigment { checker rgb 0.25, rgb 0.8 } finish { reflection 0.3 } }
#declare Ring = 0;
#while (Ring < 7)
  torus {
    0.35 + 0.28 * Ring, 0.07
    rotate <360 * clock * (1 + mod(Ring, 3)), 0, 40 * Ring + 180 * clock>
    translate <0, 1.3, 0>
    pigment { rgb <0.3 + 0.1 * Ring, 0.55, 0.95 - 0.11 * Ring> }
    finish { reflection 0.2 phong 0.7 }
  }
  #declare Ring = Ring + 1;
#end
